; limit=N: the N-th rewrite of the module is the last one, and every remark
; carries the number by which a script can search.
; RUN: for n in 0 1 2 3 4; do \
; RUN:   echo "== $n"; \
; RUN:   %loadopt -passes="zeropass<runtime=library;limit=$n>" -S %s \
; RUN:     | grep -oE '@(__zp_)?(malloc|calloc|zalloc)\(i64 %%n[^)]*\)'; \
; RUN: done | FileCheck %s
; RUN: %loadopt -passes='zeropass<runtime=library;limit=2>' -disable-output %s \
; RUN:   -pass-remarks=zeropass -pass-remarks-missed=zeropass 2>&1 \
; RUN:   | FileCheck %s --check-prefix=SAID
;
; CHECK:      == 0
; CHECK-NEXT: @malloc(i64 %n)
; CHECK-NEXT: @calloc(i64 %n, i64 8)
; CHECK-NEXT: @malloc(i64 %n)
; CHECK-NEXT: @malloc(i64 %n)
; CHECK-NEXT: == 1
; CHECK-NEXT: @__zp_zalloc(i64 %n)
; CHECK-NEXT: @calloc(i64 %n, i64 8)
; CHECK-NEXT: @malloc(i64 %n)
; CHECK-NEXT: @malloc(i64 %n)
; CHECK-NEXT: == 2
; CHECK-NEXT: @__zp_zalloc(i64 %n)
; CHECK-NEXT: @__zp_calloc(i64 %n, i64 8)
; CHECK-NEXT: @malloc(i64 %n)
; CHECK-NEXT: @malloc(i64 %n)
; CHECK-NEXT: == 3
; CHECK-NEXT: @__zp_zalloc(i64 %n)
; CHECK-NEXT: @__zp_calloc(i64 %n, i64 8)
; CHECK-NEXT: @malloc(i64 %n)
; CHECK-NEXT: @__zp_zalloc(i64 %n)
; CHECK-NEXT: == 4
; CHECK-NEXT: @__zp_zalloc(i64 %n)
; CHECK-NEXT: @__zp_calloc(i64 %n, i64 8)
; CHECK-NEXT: @malloc(i64 %n)
; CHECK-NEXT: @__zp_zalloc(i64 %n)
;
; SAID:      remark: {{.*}} #1 malloc of %n bytes: {{.*}}, rewrite 1,
; SAID-NEXT: remark: {{.*}} #2 calloc of (8 * %n) bytes: {{.*}}, rewrite 2, saves {{.*}}{{$}}
; SAID-NEXT: remark: {{.*}} #3 malloc of %n bytes: kept: the block is not zeroed
; SAID-NEXT: remark: {{.*}} #4 malloc of %n bytes: kept: an option or annotation excludes
; SAID-NOT:  remark

target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define ptr @first(i64 %n) {
  %p = call ptr @malloc(i64 %n)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ret ptr %p
}

define ptr @second(i64 %n) {
  %p = call ptr @calloc(i64 %n, i64 8)
  ret ptr %p
}

define ptr @not_counted(i64 %n) {
  %p = call ptr @malloc(i64 %n)
  ret ptr %p
}

define ptr @third(i64 %n) {
  %p = call ptr @malloc(i64 %n)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ret ptr %p
}

declare noalias ptr @malloc(i64) #0
declare noalias ptr @calloc(i64, i64) #1
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

attributes #0 = { nounwind willreturn allockind("alloc,uninitialized") allocsize(0) memory(inaccessiblemem: readwrite) "alloc-family"="malloc" }
attributes #1 = { nounwind willreturn allockind("alloc,zeroed") allocsize(0,1) memory(inaccessiblemem: readwrite) "alloc-family"="malloc" }
