; Row A2: unrelated blocks between check and zeroing, or an opaque call while
; nobody else knows the block.
; RUN: %loadopt -passes='zeropass<runtime=library>' -S %s | FileCheck %s

target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@shared = global ptr null
@counter = global i32 0

; A diamond that has nothing to do with the block.
define ptr @diamond(i64 %n, i1 %c) {
; CHECK-LABEL: @diamond(
; CHECK:         %p = call ptr @__zp_zalloc(i64 %n)
; CHECK-NOT:     memset
; CHECK:         ret ptr %p
entry:
  %p = call ptr @malloc(i64 %n)
  %failed = icmp eq ptr %p, null
  br i1 %failed, label %out, label %check
check:
  br i1 %c, label %left, label %right
left:
  store i32 1, ptr @counter
  br label %zero
right:
  store i32 2, ptr @counter
  br label %zero
zero:
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  br label %out
out:
  ret ptr %p
}

; A loop of others' reads and writes.
define ptr @loop_between(i64 %n, ptr %table, i64 %count) {
; CHECK-LABEL: @loop_between(
; CHECK:         %p = call ptr @__zp_zalloc(i64 %n)
; CHECK-NOT:     memset
; CHECK:         ret ptr %p
entry:
  %p = call ptr @malloc(i64 %n)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %slot = getelementptr i64, ptr %table, i64 %i
  %old = load i64, ptr %slot
  %new = add i64 %old, 1
  store i64 %new, ptr %slot
  %next = add nuw i64 %i, 1
  %more = icmp ult i64 %next, %count
  br i1 %more, label %loop, label %zero
zero:
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ret ptr %p
}

define ptr @opaque_call(i64 %n) {
; CHECK-LABEL: @opaque_call(
; CHECK-NEXT:    %p = call ptr @__zp_zalloc(i64 %n)
; CHECK-NEXT:    call void @opaque()
; CHECK-NEXT:    ret ptr %p
  %p = call ptr @malloc(i64 %n)
  call void @opaque()
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ret ptr %p
}

; The call may throw: the unseen block is then leaked, zeroed or not.
define ptr @throwing_call(i64 %n) personality ptr @pers {
; CHECK-LABEL: @throwing_call(
; CHECK:         %p = call ptr @__zp_zalloc(i64 %n)
; CHECK-NOT:     memset
; CHECK:         call void @free(ptr %p)
entry:
  %p = call ptr @malloc(i64 %n)
  invoke void @opaque() to label %zero unwind label %lp
zero:
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ret ptr %p
lp:
  %l = landingpad { ptr, i32 } cleanup
  call void @free(ptr %p)
  resume { ptr, i32 } %l
}

; Published before the zeroing, but with nothing in between that could look.
define void @published_at_once(i64 %n) {
; CHECK-LABEL: @published_at_once(
; CHECK-NEXT:    %p = call ptr @__zp_zalloc(i64 %n)
; CHECK-NEXT:    store ptr %p, ptr @shared
; CHECK-NEXT:    ret void
  %p = call ptr @malloc(i64 %n)
  store ptr %p, ptr @shared
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ret void
}

declare noalias ptr @malloc(i64) #0
declare void @free(ptr allocptr nocapture) #3
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @opaque()
declare i32 @pers(...)

attributes #0 = { nounwind willreturn allockind("alloc,uninitialized") allocsize(0) memory(inaccessiblemem: readwrite) "alloc-family"="malloc" }
attributes #3 = { nounwind willreturn allockind("free") memory(argmem: readwrite, inaccessiblemem: readwrite) "alloc-family"="malloc" }
