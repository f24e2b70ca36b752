; Row A2, the other side: the blocks between do touch the block.
; RUN: %loadopt -passes='zeropass<runtime=library>' -S %s \
; RUN:   -pass-remarks-output=%t.yaml | FileCheck %s
; RUN: FileCheck --check-prefix=WHY %s < %t.yaml

target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@shared = global ptr null

; The loop between writes through a pointer that was made before: to this very
; block, as it was published.
; WHY:      Name: {{ *}}WrittenBefore
; WHY-NEXT: Function: {{ *}}written_through_reload
define ptr @written_through_reload(i64 %n, ptr %box) {
; CHECK-LABEL: @written_through_reload(
; CHECK:         %p = call ptr @malloc(i64 %n)
; CHECK:         store i8 1, ptr %again
; CHECK:         call void @llvm.memset
entry:
  %p = call ptr @malloc(i64 %n)
  store ptr %p, ptr %box
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %again = load ptr, ptr %box
  store i8 1, ptr %again
  %next = add nuw i64 %i, 1
  %more = icmp ult i64 %next, 3
  br i1 %more, label %loop, label %zero
zero:
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ret ptr %p
}

; Escapes in one arm only, then an opaque call in both.
; WHY:      Name: {{ *}}EscapesBefore
; WHY-NEXT: Function: {{ *}}escapes_on_one_arm
define ptr @escapes_on_one_arm(i64 %n, i1 %c) {
; CHECK-LABEL: @escapes_on_one_arm(
; CHECK:         %p = call ptr @malloc(i64 %n)
; CHECK:         call void @llvm.memset
entry:
  %p = call ptr @malloc(i64 %n)
  br i1 %c, label %left, label %both
left:
  store ptr %p, ptr @shared
  br label %both
both:
  call void @opaque()
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ret ptr %p
}

; The handler sees the block that a throwing call has left as it was.
; WHY:      Function: {{ *}}handler_uses_block
define ptr @handler_uses_block(i64 %n) personality ptr @pers {
; CHECK-LABEL: @handler_uses_block(
; CHECK:         %p = call ptr @malloc(i64 %n)
; CHECK:         invoke void @use(ptr %p)
; CHECK:         call void @llvm.memset
entry:
  %p = call ptr @malloc(i64 %n)
  invoke void @use(ptr %p) to label %zero unwind label %lp
zero:
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ret ptr %p
lp:
  %l = landingpad { ptr, i32 } cleanup
  call void @free(ptr %p)
  resume { ptr, i32 } %l
}

; Captured in the loop by an earlier turn: an opaque call of the next turn may
; write what the turn before has published, but not this turn's block.
; WHY:      Name: {{ *}}EscapesBefore
; WHY-NEXT: Function: {{ *}}escapes_in_the_turn
define void @escapes_in_the_turn(i64 %n) {
; CHECK-LABEL: @escapes_in_the_turn(
; CHECK:         %p = call ptr @malloc(i64 %n)
; CHECK:         call void @llvm.memset
entry:
  br label %loop
loop:
  %p = call ptr @malloc(i64 %n)
  store ptr %p, ptr @shared
  %more = call i1 @condition()
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  br i1 %more, label %loop, label %out
out:
  ret void
}

declare noalias ptr @malloc(i64) #0
declare void @free(ptr allocptr nocapture) #3
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @use(ptr)
declare void @opaque()
declare i1 @condition()
declare i32 @pers(...)

attributes #0 = { nounwind willreturn allockind("alloc,uninitialized") allocsize(0) memory(inaccessiblemem: readwrite) "alloc-family"="malloc" }
attributes #3 = { nounwind willreturn allockind("free") memory(argmem: readwrite, inaccessiblemem: readwrite) "alloc-family"="malloc" }
