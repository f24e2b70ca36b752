; In a module bound for an LTO link LLVM's own passes run again behind the
; rewrite, which fold malloc, null check and zeroing back into calloc. An empty
; asm keeps the pointers apart, and the bodies withstand it too.
; RUN: sed 's/FLAG/ThinLTO/' %s > %t.thin.ll
; RUN: %loadopt -passes=zeropass -S %t.thin.ll | FileCheck %s
; RUN: %loadopt -passes='zeropass,function(dse,instcombine,memcpyopt,dse)' \
; RUN:   -S %t.thin.ll | FileCheck %s --check-prefix=AFTER
; RUN: sed 's/FLAG/EnableSplitLTOUnit/' %s > %t.full.ll
; RUN: %loadopt -passes=zeropass -S %t.full.ll | FileCheck %s
; RUN: %loadopt -passes=zeropass -S %t.full.ll \
; RUN:   | %opt -passes='lto<O2>' -S | FileCheck %s --check-prefix=AFTER
; RUN: %loadopt -passes=zeropass -S %t.thin.ll \
; RUN:   | %opt -passes='thinlto<O2>' -S | FileCheck %s --check-prefix=AFTER
;
; The twin: without the flag there is nothing to hide.
; RUN: sed 's/FLAG/Else/' %s | %loadopt -passes=zeropass -S \
; RUN:   | FileCheck %s --check-prefix=PLAIN

target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define ptr @small() {
; CHECK-LABEL: @small(
; CHECK-NEXT:    %p = call ptr @malloc(i64 24)
; CHECK-NEXT:    [[SAME:%.*]] = call ptr asm "", "=r,0"(ptr %p)
; CHECK:         store <16 x i8> zeroinitializer, ptr [[SAME]]
; CHECK:         ret ptr [[SAME]]
;
; AFTER-LABEL: @small(
; AFTER-NOT:     @calloc
; AFTER:         call {{.*}}@malloc(i64 24)
; AFTER-NOT:     @calloc
; AFTER:         ret ptr
;
; PLAIN-LABEL: @small(
; PLAIN-NOT:     asm
; PLAIN:         ret ptr %p
  %p = call ptr @calloc(i64 1, i64 24)
  ret ptr %p
}

; The program's own test works on the hidden pointer too.
define ptr @checked() {
; CHECK-LABEL: @checked(
; CHECK:         %p = call ptr @malloc(i64 512)
; CHECK-NEXT:    [[SAME:%.*]] = call ptr asm "", "=r,0"(ptr %p)
; CHECK-NEXT:    %failed = icmp eq ptr [[SAME]], null
; CHECK:         call void @llvm.memset.{{.*}}[[SAME]], i8 0, i64 512
;
; AFTER-LABEL: @checked(
; AFTER-NOT:     @calloc
; AFTER:         call {{.*}}@malloc(i64 512)
; AFTER-NOT:     @calloc
; AFTER:         call void @llvm.memset
; AFTER:         ret ptr
entry:
  %p = call ptr @calloc(i64 1, i64 512)
  %failed = icmp eq ptr %p, null
  br i1 %failed, label %out, label %go
go:
  call void @use(ptr %p)
  br label %out
out:
  ret ptr %p
}

; Of an unknown size: malloc and memset stay two branches of the body.
define ptr @unknown(i64 %n) {
; AFTER-LABEL: @unknown(
; AFTER:         call {{.*}}@malloc(
; AFTER:         call void @llvm.memset
; AFTER:         ret ptr
  %p = call ptr @malloc(i64 %n)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ret ptr %p
}

declare noalias ptr @malloc(i64) #0
declare noalias ptr @calloc(i64, i64) #1
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @use(ptr)

attributes #0 = { nounwind willreturn allockind("alloc,uninitialized") allocsize(0) memory(inaccessiblemem: readwrite) "alloc-family"="malloc" }
attributes #1 = { nounwind willreturn allockind("alloc,zeroed") allocsize(0,1) memory(inaccessiblemem: readwrite) "alloc-family"="malloc" }

!llvm.module.flags = !{!0}
!0 = !{i32 1, !"FLAG", i32 1}
