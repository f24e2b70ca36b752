; Row C4: the pointer that is zeroed may be another block.
; RUN: %loadopt -passes='zeropass<runtime=library>' -S %s \
; RUN:   -pass-remarks-output=%t.yaml | FileCheck %s
; RUN: FileCheck --check-prefix=WHY %s < %t.yaml

target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@free_list = global ptr null

; From the free list, or fresh.
; WHY:      Name: {{ *}}MayBeOther
; WHY-NEXT: Function: {{ *}}free_list_or_malloc
define ptr @free_list_or_malloc(i64 %n) {
; CHECK-LABEL: @free_list_or_malloc(
; CHECK:         %p = call ptr @malloc(i64 %n)
; CHECK:         %block = phi ptr
; CHECK-NEXT:    call void @llvm.memset.p0.i64(ptr %block
entry:
  %head = load ptr, ptr @free_list
  %empty = icmp eq ptr %head, null
  br i1 %empty, label %fresh, label %take
fresh:
  %p = call ptr @malloc(i64 %n)
  br label %zero
take:
  %rest = load ptr, ptr %head
  store ptr %rest, ptr @free_list
  br label %zero
zero:
  %block = phi ptr [ %p, %fresh ], [ %head, %take ]
  call void @llvm.memset.p0.i64(ptr %block, i8 0, i64 %n, i1 false)
  ret ptr %block
}

; The same by select, behind which each way has gone one step.
; WHY:      Name: {{ *}}MayBeOther
; WHY-NEXT: Function: {{ *}}buffer_or_malloc
define ptr @buffer_or_malloc(i64 %n, ptr %buffer, i64 %have) {
; CHECK-LABEL: @buffer_or_malloc(
; CHECK:         %p = call ptr @malloc(i64 %n)
; CHECK:         call void @llvm.memset.p0.i64(ptr %start
  %p = call ptr @malloc(i64 %n)
  %fits = icmp ule i64 %n, %have
  %block = select i1 %fits, ptr %buffer, ptr %p
  %start = getelementptr i8, ptr %block, i64 0
  call void @llvm.memset.p0.i64(ptr %start, i8 0, i64 %n, i1 false)
  ret ptr %block
}

; The twin: of two fresh blocks of one size each is zeroed by itself.
; WHY:      Name: {{ *}}ZeroedVariant
; WHY-NEXT: Function: {{ *}}each_by_itself
; WHY:      Name: {{ *}}ZeroedVariant
; WHY-NEXT: Function: {{ *}}each_by_itself
define ptr @each_by_itself(i64 %n, i1 %c) {
; CHECK-LABEL: @each_by_itself(
; CHECK:         %p = call ptr @__zp_zalloc(i64 %n)
; CHECK:         %q = call ptr @__zp_zalloc(i64 %n)
; CHECK-NOT:     memset
; CHECK:         ret ptr
entry:
  br i1 %c, label %left, label %right
left:
  %p = call ptr @malloc(i64 %n)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  br label %out
right:
  %q = call ptr @malloc(i64 %n)
  call void @llvm.memset.p0.i64(ptr %q, i8 0, i64 %n, i1 false)
  br label %out
out:
  %block = phi ptr [ %p, %left ], [ %q, %right ]
  ret ptr %block
}

; Grown under a condition: the pointer is malloc's or realloc's.
; WHY: Name: {{ *}}MayBeOther
; WHY: Function: {{ *}}conditional_realloc
define ptr @conditional_realloc(i64 %n, i1 %grow) {
; CHECK-LABEL: @conditional_realloc(
; CHECK:         %p = call ptr @malloc(i64 %n)
; CHECK:         %q = call ptr @realloc(ptr %p
; CHECK:         call void @llvm.memset
entry:
  %p = call ptr @malloc(i64 %n)
  br i1 %grow, label %more, label %zero
more:
  call void @use(ptr %p)
  %q = call ptr @realloc(ptr %p, i64 %n)
  br label %zero
zero:
  %block = phi ptr [ %p, %entry ], [ %q, %more ]
  call void @llvm.memset.p0.i64(ptr %block, i8 0, i64 %n, i1 false)
  ret ptr %block
}

; Element by element through the phi.
; WHY: Function: {{ *}}loop_over_either
define ptr @loop_over_either(i64 %n, ptr %old) {
; CHECK-LABEL: @loop_over_either(
; CHECK:         %p = call ptr @malloc(i64 %n)
; CHECK:         store i8 0, ptr %slot
entry:
  %have = icmp eq ptr %old, null
  br i1 %have, label %fresh, label %ahead
fresh:
  %p = call ptr @malloc(i64 %n)
  br label %ahead
ahead:
  %block = phi ptr [ %old, %entry ], [ %p, %fresh ]
  %none = icmp eq i64 %n, 0
  br i1 %none, label %out, label %loop
loop:
  %i = phi i64 [ 0, %ahead ], [ %next, %loop ]
  %slot = getelementptr inbounds i8, ptr %block, i64 %i
  store i8 0, ptr %slot
  %next = add nuw i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %out, label %loop
out:
  ret ptr %block
}

; In a loop the phi holds the block of the turn before.
; WHY: Function: {{ *}}one_turn_late
define void @one_turn_late(i64 %n, ptr %first) {
; CHECK-LABEL: @one_turn_late(
; CHECK:         call void @llvm.memset.p0.i64(ptr %last
; CHECK:         %p = call ptr @malloc(i64 %n)
entry:
  br label %loop
loop:
  %last = phi ptr [ %first, %entry ], [ %p, %loop ]
  call void @llvm.memset.p0.i64(ptr %last, i8 0, i64 %n, i1 false)
  call void @use(ptr %last)
  %p = call ptr @malloc(i64 %n)
  call void @use(ptr %p)
  %more = call i1 @condition()
  br i1 %more, label %loop, label %out
out:
  ret void
}

; A phi of the block and the block one element on: the second is no start.
; WHY: Function: {{ *}}either_start
define ptr @either_start(i64 %n, i1 %c) {
; CHECK-LABEL: @either_start(
; CHECK:         %p = call ptr @malloc(i64 %n)
; CHECK:         call void @llvm.memset
entry:
  %p = call ptr @malloc(i64 %n)
  br i1 %c, label %on, label %zero
on:
  %second = getelementptr i8, ptr %p, i64 8
  br label %zero
zero:
  %start = phi ptr [ %p, %entry ], [ %second, %on ]
  call void @llvm.memset.p0.i64(ptr %start, i8 0, i64 %n, i1 false)
  ret ptr %p
}

declare noalias ptr @malloc(i64) #0
declare noalias ptr @realloc(ptr allocptr nocapture, i64) #2
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @use(ptr)
declare i1 @condition()

attributes #0 = { nounwind willreturn allockind("alloc,uninitialized") allocsize(0) memory(inaccessiblemem: readwrite) "alloc-family"="malloc" }
attributes #2 = { nounwind willreturn allockind("realloc") allocsize(1) memory(argmem: readwrite, inaccessiblemem: readwrite) "alloc-family"="malloc" }
