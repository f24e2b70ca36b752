; Where a calloc comes from: the stamp marks those of the source at the start of
; the pipeline. What bears none in a stamped module was made by LLVM of malloc
; and memset, and the remark says so. In a module without a stamp all count as
; the source's.
; RUN: %loadopt -passes=zeropass-stamp -S %s | FileCheck %s
; RUN: %loadopt -passes='zeropass-stamp,function(dse),zeropass<runtime=library>' \
; RUN:   -disable-output %s -pass-remarks=zeropass -pass-remarks-missed=zeropass \
; RUN:   2>&1 | FileCheck %s --check-prefix=BOTH
; RUN: %loadopt -passes='function(dse),zeropass<runtime=library>' \
; RUN:   -disable-output %s -pass-remarks=zeropass -pass-remarks-missed=zeropass \
; RUN:   2>&1 | FileCheck %s --check-prefix=NONE --implicit-check-not=LLVM
; RUN: %loadopt -passes='zeropass-stamp,zeropass-stamp' -S %s | FileCheck %s

target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: @by_source(
; CHECK:         call ptr @calloc(i64 %n, i64 8) [[STAMP:#[0-9]+]]
;
; BOTH: #1 calloc of (8 * %n) bytes: calloc became
; NONE: #1 calloc of (8 * %n) bytes: calloc became
define ptr @by_source(i64 %n) {
  %p = call ptr @calloc(i64 %n, i64 8)
  ret ptr %p
}

; CHECK-LABEL: @by_llvm(
; CHECK:         call ptr @malloc(i64 %n)
; CHECK-NOT:     [[STAMP]]
; CHECK:         call void @llvm.memset
;
; BOTH: #2 calloc of %n bytes (made by LLVM of malloc and memset): calloc became
; NONE: #2 calloc of %n bytes: calloc became
define ptr @by_llvm(i64 %n) {
entry:
  %p = call ptr @malloc(i64 %n)
  %failed = icmp eq ptr %p, null
  br i1 %failed, label %out, label %zero
zero:
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  br label %out
out:
  ret ptr %p
}

; An invoke is stamped as well; a calloc that is not the library's is not.
; CHECK-LABEL: @invoked(
; CHECK:         invoke ptr @calloc(i64 %n, i64 8) [[STAMP]]
; BOTH: #3 calloc of (8 * %n) bytes: calloc became
; NONE: #3 calloc of (8 * %n) bytes: calloc became
define ptr @invoked(i64 %n) personality ptr @pers {
entry:
  %p = invoke ptr @calloc(i64 %n, i64 8) to label %ok unwind label %lp
ok:
  ret ptr %p
lp:
  %l = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %l
}

; Kept ones say where they are from, too.
; BOTH: #4 calloc of 65536 bytes (made by LLVM of malloc and memset): kept
; NONE: #4 calloc of 65536 bytes: kept
define ptr @kept() {
entry:
  %p = call ptr @malloc(i64 65536)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 65536, i1 false)
  ret ptr %p
}

; CHECK: attributes [[STAMP]] = { "zeropass-source" }
; CHECK: !zeropass.stamped = !{}

declare noalias ptr @malloc(i64) #0
declare noalias ptr @calloc(i64, i64) #1
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare i32 @pers(...)

attributes #0 = { nounwind willreturn allockind("alloc,uninitialized") allocsize(0) memory(inaccessiblemem: readwrite) "alloc-family"="malloc" }
attributes #1 = { nounwind willreturn allockind("alloc,zeroed") allocsize(0,1) memory(inaccessiblemem: readwrite) "alloc-family"="malloc" }
