; Row B5, the other side: the second zeroing is the last word on what was
; written in between.
; RUN: %loadopt -passes='zeropass<runtime=library>' -S %s | FileCheck %s

target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@shared = global ptr null

define ptr @written_between(i64 %n) {
; CHECK-LABEL: @written_between(
; CHECK:         store i32 7, ptr %p
; CHECK-NEXT:    call void @llvm.memset
; CHECK-NEXT:    ret ptr %p
  %p = call ptr @calloc(i64 %n, i64 1)
  store i32 7, ptr %p
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ret ptr %p
}

; An int store before a float zeroing: by their types they do not alias, but a
; store gives fresh memory another type.
define ptr @other_type_between(i64 %n, i64 %i) {
; CHECK-LABEL: @other_type_between(
; CHECK:         store i32 7, ptr %slot
; CHECK-NEXT:    store float 0.000000e+00, ptr %p
; CHECK-NEXT:    ret ptr %p
  %p = call ptr @calloc(i64 %n, i64 4)
  %slot = getelementptr i32, ptr %p, i64 %i
  store i32 7, ptr %slot, !tbaa !1
  store float 0.0, ptr %p, !tbaa !0
  ret ptr %p
}

; The same behind each other's back in a loop.
define ptr @other_type_in_loop(i64 %n, i64 %k) {
; CHECK-LABEL: @other_type_in_loop(
; CHECK:         store i32 7, ptr %other
; CHECK:         store float 0.000000e+00, ptr %slot
entry:
  %p = call ptr @calloc(i64 %n, i64 4)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %other = getelementptr i32, ptr %p, i64 %k
  store i32 7, ptr %other, !tbaa !1
  %slot = getelementptr float, ptr %p, i64 %i
  store float 0.0, ptr %slot, !tbaa !0
  %next = add nuw i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %out, label %loop
out:
  ret ptr %p
}

define void @published(i64 %n) {
; CHECK-LABEL: @published(
; CHECK:         call void @opaque()
; CHECK-NEXT:    store i32 0, ptr %p
; CHECK-NEXT:    ret void
  %p = call ptr @calloc(i64 %n, i64 4)
  store ptr %p, ptr @shared
  call void @opaque()
  store i32 0, ptr %p
  ret void
}

; Written by a copy.
define ptr @copied(i64 %n, ptr %from) {
; CHECK-LABEL: @copied(
; CHECK:         call void @llvm.memcpy
; CHECK:         store i8 0, ptr %last
  %p = call ptr @calloc(i64 %n, i64 1)
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %from, i64 %n, i1 false)
  %below = add i64 %n, -1
  %last = getelementptr i8, ptr %p, i64 %below
  store i8 0, ptr %last
  ret ptr %p
}

; The store comes later in the loop, and the next turn zeroes behind it.
define ptr @turn_by_turn(i64 %n, i64 %turns) {
; CHECK-LABEL: @turn_by_turn(
; CHECK:       loop:
; CHECK:         store i32 0, ptr %p
; CHECK:         store i32 7, ptr %p
entry:
  %p = call ptr @calloc(i64 %n, i64 4)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  store i32 0, ptr %p
  call void @look(ptr %p)
  store i32 7, ptr %p
  call void @look(ptr %p)
  %next = add nuw i64 %i, 1
  %done = icmp eq i64 %next, %turns
  br i1 %done, label %out, label %loop
out:
  ret ptr %p
}

; Written where only one arm comes by.
define ptr @one_arm(i64 %n, i1 %c) {
; CHECK-LABEL: @one_arm(
; CHECK:         store i8 1, ptr %p
; CHECK:         call void @llvm.memset
entry:
  %p = call ptr @calloc(i64 %n, i64 1)
  br i1 %c, label %arm, label %both
arm:
  store i8 1, ptr %p
  br label %both
both:
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ret ptr %p
}

; Another block's zeroing.
define void @other(i64 %n, ptr %q) {
; CHECK-LABEL: @other(
; CHECK:         call void @llvm.memset.p0.i64(ptr %q
  %p = call ptr @calloc(i64 %n, i64 1)
  call void @llvm.memset.p0.i64(ptr %q, i8 0, i64 %n, i1 false)
  call void @use(ptr %p)
  ret void
}

; Either block.
define ptr @either(i64 %n, ptr %q, i1 %c) {
; CHECK-LABEL: @either(
; CHECK:         call void @llvm.memset.p0.i64(ptr %r
  %p = call ptr @calloc(i64 %n, i64 1)
  %r = select i1 %c, ptr %p, ptr %q
  call void @llvm.memset.p0.i64(ptr %r, i8 0, i64 %n, i1 false)
  ret ptr %p
}

; realloc hands on what has grown, of which nothing is known.
define ptr @grown(i64 %n) {
; CHECK-LABEL: @grown(
; CHECK:         call ptr @realloc
; CHECK-NEXT:    call void @llvm.memset
  %p = call ptr @calloc(i64 %n, i64 1)
  %twice = shl i64 %n, 1
  %q = call ptr @realloc(ptr %p, i64 %twice)
  call void @llvm.memset.p0.i64(ptr %q, i8 0, i64 %twice, i1 false)
  ret ptr %q
}

declare noalias ptr @calloc(i64, i64) #1
declare noalias ptr @realloc(ptr allocptr nocapture, i64) #2
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @use(ptr)
declare void @look(ptr nocapture) memory(argmem: read)
declare void @opaque()

attributes #1 = { nounwind willreturn allockind("alloc,zeroed") allocsize(0,1) memory(inaccessiblemem: readwrite) "alloc-family"="malloc" }
attributes #2 = { nounwind willreturn allockind("realloc") allocsize(1) memory(argmem: readwrite, inaccessiblemem: readwrite) "alloc-family"="malloc" }

!0 = !{!2, !2, i64 0}
!1 = !{!3, !3, i64 0}
!2 = !{!"float", !4, i64 0}
!3 = !{!"int", !4, i64 0}
!4 = !{!"char", !5, i64 0}
!5 = !{!"root"}
