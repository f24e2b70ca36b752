; Row A18: other ways to write the zeroing.
; RUN: %loadopt -passes='zeropass<runtime=library>' -S %s | FileCheck %s

target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define ptr @by_bzero(i64 %n) {
; CHECK-LABEL: @by_bzero(
; CHECK-NEXT:    %p = call ptr @__zp_zalloc(i64 %n)
; CHECK-NEXT:    ret ptr %p
  %p = call ptr @malloc(i64 %n)
  call void @bzero(ptr %p, i64 %n)
  ret ptr %p
}

; return memset(malloc(n), 0, n);
define ptr @result_of_memset_chk(i64 %n) {
; CHECK-LABEL: @result_of_memset_chk(
; CHECK-NEXT:    %p = call ptr @__zp_zalloc(i64 %n)
; CHECK-NEXT:    ret ptr %p
  %p = call ptr @malloc(i64 %n)
  %r = call ptr @__memset_chk(ptr %p, i32 0, i64 %n, i64 -1)
  ret ptr %r
}

; The fill byte by way of llvm.memset.inline, which needs a constant length.
define ptr @by_inline_memset() {
; CHECK-LABEL: @by_inline_memset(
; CHECK-NEXT:    %p = call ptr @__zp_zalloc(i64 2048)
; CHECK-NEXT:    ret ptr %p
  %p = call ptr @malloc(i64 2048)
  call void @llvm.memset.inline.p0.i64(ptr %p, i8 0, i64 2048, i1 false)
  ret ptr %p
}

; In 32-bit lengths.
define ptr @by_short_length(i32 %n) {
; CHECK-LABEL: @by_short_length(
; CHECK-NEXT:    %wide = zext i32 %n to i64
; CHECK-NEXT:    %p = call ptr @__zp_zalloc(i64 %wide)
; CHECK-NEXT:    ret ptr %p
  %wide = zext i32 %n to i64
  %p = call ptr @malloc(i64 %wide)
  call void @llvm.memset.p0.i32(ptr %p, i8 0, i32 %n, i1 false)
  ret ptr %p
}

; bzero by invoke: the edge goes with it, and the landing pad's phi loses a way.
define ptr @by_invoked_bzero(i64 %n) personality ptr @pers {
; CHECK-LABEL: @by_invoked_bzero(
; CHECK:         %p = call ptr @__zp_zalloc(i64 %n)
; CHECK-NEXT:    br label %ok
; CHECK:       ok:
; CHECK-NEXT:    invoke void @opaque()
; CHECK:       lp:
; CHECK:         call void @note(i32 1)
entry:
  %p = call ptr @malloc(i64 %n)
  invoke void @bzero(ptr %p, i64 %n) to label %ok unwind label %lp
ok:
  invoke void @opaque() to label %done unwind label %lp
done:
  ret ptr %p
lp:
  %step = phi i32 [ 0, %entry ], [ 1, %ok ]
  %l = landingpad { ptr, i32 } cleanup
  call void @note(i32 %step)
  call void @free(ptr %p)
  resume { ptr, i32 } %l
}

declare void @note(i32) nounwind
declare noalias ptr @malloc(i64) #0
declare void @free(ptr allocptr nocapture) #3
declare void @llvm.memset.p0.i32(ptr, i8, i32, i1)
declare void @llvm.memset.inline.p0.i64(ptr, i8, i64 immarg, i1)
declare ptr @__memset_chk(ptr, i32, i64, i64)
declare void @bzero(ptr nocapture, i64) nounwind
declare void @opaque()
declare i32 @pers(...)

attributes #0 = { nounwind willreturn allockind("alloc,uninitialized") allocsize(0) memory(inaccessiblemem: readwrite) "alloc-family"="malloc" }
attributes #3 = { nounwind willreturn allockind("free") memory(argmem: readwrite, inaccessiblemem: readwrite) "alloc-family"="malloc" }
