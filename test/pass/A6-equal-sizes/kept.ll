; Row A6, the other side: sizes that only look equal.
; RUN: %loadopt -passes='zeropass<runtime=library>' -S %s \
; RUN:   -pass-remarks-output=%t.yaml | FileCheck %s
; RUN: FileCheck --check-prefix=WHY %s < %t.yaml

target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; WHY:      Name: {{ *}}SizeMismatch
; WHY-NEXT: Function: {{ *}}other_size
define ptr @other_size(i64 %n, i64 %m) {
; CHECK-LABEL: @other_size(
; CHECK:         %p = call ptr @malloc(i64 %n)
; CHECK-NEXT:    call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %m
  %p = call ptr @malloc(i64 %n)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %m, i1 false)
  ret ptr %p
}

; sizeof of another type.
; WHY:      Name: {{ *}}SizeMismatch
; WHY-NEXT: Function: {{ *}}other_factor
define ptr @other_factor(i64 %n) {
; CHECK-LABEL: @other_factor(
; CHECK:         %p = call ptr @malloc(i64 %bytes)
; CHECK:         call void @llvm.memset
  %bytes = shl i64 %n, 3
  %p = call ptr @malloc(i64 %bytes)
  %len = shl i64 %n, 2
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %len, i1 false)
  ret ptr %p
}

; The size in memory may have become another one.
; WHY:      Name: {{ *}}SizeMismatch
; WHY-NEXT: Function: {{ *}}clobbered_size
define ptr @clobbered_size(ptr %s, i64 %n) {
; CHECK-LABEL: @clobbered_size(
; CHECK:         %p = call ptr @malloc(i64 %n)
; CHECK:         call void @llvm.memset
  store i64 %n, ptr %s
  %p = call ptr @malloc(i64 %n)
  call void @opaque()
  %len = load i64, ptr %s
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %len, i1 false)
  ret ptr %p
}

; Half of it has become another one.
; WHY:      Name: {{ *}}SizeMismatch
; WHY-NEXT: Function: {{ *}}half_clobbered_size
define ptr @half_clobbered_size(ptr %s, i64 %n, i32 %low) {
; CHECK-LABEL: @half_clobbered_size(
; CHECK:         %p = call ptr @malloc(i64 %n)
; CHECK:         call void @llvm.memset
  store i64 %n, ptr %s
  store i32 %low, ptr %s
  %p = call ptr @malloc(i64 %n)
  %len = load i64, ptr %s
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %len, i1 false)
  ret ptr %p
}

; A volatile size is read anew and may differ.
; WHY:      Name: {{ *}}SizeMismatch
; WHY-NEXT: Function: {{ *}}volatile_size
define ptr @volatile_size(ptr %s, i64 %n) {
; CHECK-LABEL: @volatile_size(
; CHECK:         %p = call ptr @malloc(i64 %n)
; CHECK:         call void @llvm.memset
  store i64 %n, ptr %s
  %p = call ptr @malloc(i64 %n)
  %len = load volatile i64, ptr %s
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %len, i1 false)
  ret ptr %p
}

; The pointer in memory may have become another one: the cache's.
; WHY: Function: {{ *}}clobbered_pointer
define void @clobbered_pointer(ptr %s, i64 %n) {
; CHECK-LABEL: @clobbered_pointer(
; CHECK:         %p = call ptr @malloc(i64 %n)
; CHECK:         call void @llvm.memset
  %p = call ptr @malloc(i64 %n)
  store ptr %p, ptr %s
  call void @opaque()
  %q = load ptr, ptr %s
  call void @llvm.memset.p0.i64(ptr %q, i8 0, i64 %n, i1 false)
  ret void
}

; A store to the field on one of two ways.
; WHY: Function: {{ *}}pointer_of_one_way
define void @pointer_of_one_way(ptr %s, i64 %n, i1 %c, ptr %cached) {
; CHECK-LABEL: @pointer_of_one_way(
; CHECK:         %p = call ptr @malloc(i64 %n)
; CHECK:         call void @llvm.memset
entry:
  %p = call ptr @malloc(i64 %n)
  store ptr %p, ptr %s
  br i1 %c, label %hit, label %both
hit:
  store ptr %cached, ptr %s
  br label %both
both:
  %q = load ptr, ptr %s
  call void @llvm.memset.p0.i64(ptr %q, i8 0, i64 %n, i1 false)
  ret void
}

; The slot moves on with the counter: what is read is not what was stored.
; WHY: Function: {{ *}}other_slot
define void @other_slot(ptr %rows, i64 %n, i64 %count) {
; CHECK-LABEL: @other_slot(
; CHECK:         %p = call ptr @malloc(i64 %n)
; CHECK:         call void @llvm.memset
entry:
  br label %loop
loop:
  %i = phi i64 [ 1, %entry ], [ %next, %loop ]
  %slot = getelementptr ptr, ptr %rows, i64 %i
  %p = call ptr @malloc(i64 %n)
  store ptr %p, ptr %slot
  %below = add i64 %i, -1
  %other = getelementptr ptr, ptr %rows, i64 %below
  %q = load ptr, ptr %other
  call void @llvm.memset.p0.i64(ptr %q, i8 0, i64 %n, i1 false)
  %next = add nuw i64 %i, 1
  %more = icmp ult i64 %next, %count
  br i1 %more, label %loop, label %out
out:
  ret void
}

; From the second byte on, though the length is the block's.
; WHY:      Name: {{ *}}Partial
; WHY-NEXT: Function: {{ *}}shifted
define ptr @shifted(i64 %n) {
; CHECK-LABEL: @shifted(
; CHECK:         %p = call ptr @malloc(i64 %n)
; CHECK:         call void @llvm.memset
  %p = call ptr @malloc(i64 %n)
  %q = getelementptr i8, ptr %p, i64 1
  call void @llvm.memset.p0.i64(ptr %q, i8 0, i64 %n, i1 false)
  ret ptr %p
}

declare noalias ptr @malloc(i64) #0
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @opaque()

attributes #0 = { nounwind willreturn allockind("alloc,uninitialized") allocsize(0) memory(inaccessiblemem: readwrite) "alloc-family"="malloc" }
