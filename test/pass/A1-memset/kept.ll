; Row A1, the other side: what comes between allocation and zeroing forbids it,
; or the zeroing does not belong to every block.
; RUN: %loadopt -passes='zeropass<runtime=library>' -S %s \
; RUN:   -pass-remarks-output=%t.yaml | FileCheck %s
; RUN: FileCheck --check-prefix=WHY %s < %t.yaml

target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; WHY:      Name: {{ *}}NotZeroed
; WHY-NEXT: Function: {{ *}}never_zeroed
define ptr @never_zeroed(i64 %n) {
; CHECK-LABEL: @never_zeroed(
; CHECK-NEXT:    %p = call ptr @malloc(i64 %n)
; CHECK-NEXT:    ret ptr %p
  %p = call ptr @malloc(i64 %n)
  ret ptr %p
}

; WHY:      Name: {{ *}}Conditional
; WHY-NEXT: Function: {{ *}}early_return
define ptr @early_return(i64 %n, i1 %raw) {
; CHECK-LABEL: @early_return(
; CHECK:         %p = call ptr @malloc(i64 %n)
; CHECK:         call void @llvm.memset
entry:
  %p = call ptr @malloc(i64 %n)
  br i1 %raw, label %out, label %zero
zero:
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  br label %out
out:
  ret ptr %p
}

; The failing side does not free the block but hands it on.
; WHY:      Name: {{ *}}Conditional
; WHY-NEXT: Function: {{ *}}failure_keeps_block
define ptr @failure_keeps_block(i64 %n) {
; CHECK-LABEL: @failure_keeps_block(
; CHECK:         %p = call ptr @malloc(i64 %n)
; CHECK:         call void @llvm.memset
entry:
  %p = call ptr @malloc(i64 %n)
  %fd = call i32 @open_it()
  %bad = icmp slt i32 %fd, 0
  br i1 %bad, label %pass, label %zero
pass:
  call void @use(ptr %p)
  call void @free(ptr %p)
  ret ptr null
zero:
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ret ptr %p
}

; WHY:      Name: {{ *}}Conditional
; WHY-NEXT: Function: {{ *}}improbable_zeroing
define ptr @improbable_zeroing(i64 %n, i1 %debug) {
; CHECK-LABEL: @improbable_zeroing(
; CHECK:         %p = call ptr @malloc(i64 %n)
; CHECK:         call void @llvm.memset
entry:
  %p = call ptr @malloc(i64 %n)
  br i1 %debug, label %zero, label %out, !prof !0
zero:
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  br label %out
out:
  ret ptr %p
}

; The block is thrown away on the other side, but nearly always: zeroing it
; would be work for nothing.
; WHY:      Name: {{ *}}Conditional
; WHY-NEXT: Function: {{ *}}mostly_thrown_away
define ptr @mostly_thrown_away(i64 %n) {
; CHECK-LABEL: @mostly_thrown_away(
; CHECK:         %p = call ptr @malloc(i64 %n)
; CHECK:         call void @llvm.memset
entry:
  %p = call ptr @malloc(i64 %n)
  %fd = call i32 @open_it()
  %bad = icmp slt i32 %fd, 0
  br i1 %bad, label %close, label %zero, !prof !1
close:
  call void @free(ptr %p)
  ret ptr null
zero:
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ret ptr %p
}

; WHY:      Name: {{ *}}EscapesBefore
; WHY-NEXT: Function: {{ *}}call_may_write
define ptr @call_may_write(i64 %n) {
; CHECK-LABEL: @call_may_write(
; CHECK-NEXT:    %p = call ptr @malloc(i64 %n)
; CHECK-NEXT:    call void @use(ptr %p)
; CHECK-NEXT:    call void @llvm.memset
  %p = call ptr @malloc(i64 %n)
  call void @use(ptr %p)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ret ptr %p
}

; WHY:      Name: {{ *}}ReadBefore
; WHY-NEXT: Function: {{ *}}call_may_read
define ptr @call_may_read(i64 %n) {
; CHECK-LABEL: @call_may_read(
; CHECK-NEXT:    %p = call ptr @malloc(i64 %n)
; CHECK-NEXT:    call void @look(ptr %p)
; CHECK-NEXT:    call void @llvm.memset
  %p = call ptr @malloc(i64 %n)
  call void @look(ptr %p)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ret ptr %p
}

; WHY:      Name: {{ *}}ReadBefore
; WHY-NEXT: Function: {{ *}}read_before
define i8 @read_before(i64 %n) {
; CHECK-LABEL: @read_before(
; CHECK:         %p = call ptr @malloc(i64 %n)
; CHECK:         call void @llvm.memset
  %p = call ptr @malloc(i64 %n)
  %x = load i8, ptr %p
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  call void @use(ptr %p)
  ret i8 %x
}

; The block is known to others before an opaque call.
; WHY:      Name: {{ *}}EscapesBefore
; WHY-NEXT: Function: {{ *}}published_before
define void @published_before(i64 %n) {
; CHECK-LABEL: @published_before(
; CHECK:         %p = call ptr @malloc(i64 %n)
; CHECK:         call void @report()
; CHECK-NEXT:    call void @llvm.memset
  %p = call ptr @malloc(i64 %n)
  store ptr %p, ptr @shared
  call void @report()
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ret void
}

; Only one of the two arms writes, but it does.
; WHY:      Name: {{ *}}ReadBefore
; WHY-NEXT: Function: {{ *}}written_on_one_arm
define ptr @written_on_one_arm(i64 %n, i1 %c, ptr %from) {
; CHECK-LABEL: @written_on_one_arm(
; CHECK:         %p = call ptr @malloc(i64 %n)
; CHECK:         call void @llvm.memset
entry:
  %p = call ptr @malloc(i64 %n)
  br i1 %c, label %arm, label %both
arm:
  store i8 7, ptr %p
  %there = load i8, ptr %p
  store i8 %there, ptr @byte
  br label %both
both:
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ret ptr %p
}

; The bytes stay another's when the zeroing comes before its allocation: this
; is the block of the turn before.
; WHY: Function: {{ *}}block_of_last_turn
define void @block_of_last_turn(i64 %n, i64 %count) {
; CHECK-LABEL: @block_of_last_turn(
; CHECK:         call void @llvm.memset
; CHECK:         %p = call ptr @malloc(i64 %n)
entry:
  %first = call ptr @obtain(i64 %n)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %old = phi ptr [ %first, %entry ], [ %p, %loop ]
  call void @llvm.memset.p0.i64(ptr %old, i8 0, i64 %n, i1 false)
  %p = call ptr @malloc(i64 %n)
  call void @use(ptr %p)
  %next = add nuw i64 %i, 1
  %more = icmp ult i64 %next, %count
  br i1 %more, label %loop, label %out
out:
  ret void
}

; No zeroing of this block at all: of one right behind it.
; WHY:      Function: {{ *}}other_block
define ptr @other_block(i64 %n, ptr %q) {
; CHECK-LABEL: @other_block(
; CHECK:         %p = call ptr @malloc(i64 %n)
; CHECK:         call void @llvm.memset
  %p = call ptr @malloc(i64 %n)
  call void @llvm.memset.p0.i64(ptr %q, i8 0, i64 %n, i1 false)
  ret ptr %p
}

@shared = global ptr null
@byte = global i8 0
declare noalias ptr @malloc(i64) #0
declare ptr @obtain(i64)
declare void @free(ptr allocptr nocapture) #1
declare i32 @open_it()
declare void @report()
declare void @use(ptr)
declare void @look(ptr) memory(argmem: read)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

attributes #0 = { nounwind willreturn allockind("alloc,uninitialized") allocsize(0) memory(inaccessiblemem: readwrite) "alloc-family"="malloc" }
attributes #1 = { nounwind willreturn allockind("free") memory(argmem: readwrite, inaccessiblemem: readwrite) "alloc-family"="malloc" }
!0 = !{!"branch_weights", i32 1, i32 1000}
!1 = !{!"branch_weights", i32 1000, i32 10}
