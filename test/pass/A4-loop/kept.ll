; Row A4, the other side.
; RUN: %loadopt -passes='zeropass<runtime=library>' -S %s \
; RUN:   -pass-remarks-output=%t.yaml | FileCheck %s
; RUN: FileCheck --check-prefix=WHY %s < %t.yaml

target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@shared = global ptr null

; One element too few.
; WHY:      Name: {{ *}}SizeMismatch
; WHY-NEXT: Function: {{ *}}all_but_last
define ptr @all_but_last(i64 %n) {
; CHECK-LABEL: @all_but_last(
; CHECK:         %p = call ptr @malloc(i64 %bytes)
; CHECK:         store double 0.000000e+00
entry:
  %bytes = shl nuw i64 %n, 3
  %p = call ptr @malloc(i64 %bytes)
  %last = add i64 %n, -1
  %none = icmp eq i64 %last, 0
  br i1 %none, label %out, label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %slot = getelementptr inbounds double, ptr %p, i64 %i
  store double 0.0, ptr %slot
  %next = add nuw i64 %i, 1
  %done = icmp eq i64 %next, %last
  br i1 %done, label %out, label %loop
out:
  ret ptr %p
}

; From the second element on: calloc's other form of the same mistake.
; WHY:      Name: {{ *}}Partial
; WHY-NEXT: Function: {{ *}}all_but_first
define ptr @all_but_first(i64 %n) {
; CHECK-LABEL: @all_but_first(
; CHECK:         %p = call ptr @malloc(i64 %bytes)
; CHECK:         store double 0.000000e+00
entry:
  %bytes = shl nuw i64 %n, 3
  %p = call ptr @malloc(i64 %bytes)
  %none = icmp ult i64 %n, 2
  br i1 %none, label %out, label %loop
loop:
  %i = phi i64 [ 1, %entry ], [ %next, %loop ]
  %slot = getelementptr inbounds double, ptr %p, i64 %i
  store double 0.0, ptr %slot
  %next = add nuw i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %out, label %loop
out:
  ret ptr %p
}

; The stores step over every second element, which is written afterwards and
; must not be taken for padding that may be anything.
; WHY: Function: {{ *}}every_second
define ptr @every_second(i64 %n, ptr %from) {
; CHECK-LABEL: @every_second(
; CHECK:         store i32 7, ptr %odd
; CHECK:         ret ptr %p
entry:
  %bytes = shl nuw i64 %n, 3
  %p = call ptr @malloc(i64 %bytes)
  %none = icmp eq i64 %n, 0
  br i1 %none, label %out, label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %twice = shl nuw i64 %i, 1
  %even = getelementptr inbounds i32, ptr %p, i64 %twice
  store i32 0, ptr %even
  %after = or i64 %twice, 1
  %odd = getelementptr inbounds i32, ptr %p, i64 %after
  store i32 7, ptr %odd
  %next = add nuw i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %out, label %loop
out:
  ret ptr %p
}

; The loop may leave early.
; WHY: Name: {{ *}}{{Partial|Conditional}}
; WHY-NEXT: Function: {{ *}}leaves_early
define ptr @leaves_early(i64 %n, ptr %stop) {
; CHECK-LABEL: @leaves_early(
; CHECK:         %p = call ptr @malloc(i64 %bytes)
; CHECK:         store double 0.000000e+00
entry:
  %bytes = shl nuw i64 %n, 3
  %p = call ptr @malloc(i64 %bytes)
  %none = icmp eq i64 %n, 0
  br i1 %none, label %out, label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %halt = load volatile i1, ptr %stop
  br i1 %halt, label %out, label %latch
latch:
  %slot = getelementptr inbounds double, ptr %p, i64 %i
  store double 0.0, ptr %slot
  %next = add nuw i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %out, label %loop
out:
  ret ptr %p
}

; Not every turn stores.
; WHY: Name: {{ *}}{{Partial|Conditional}}
; WHY-NEXT: Function: {{ *}}some_turns
define ptr @some_turns(i64 %n, ptr %flags) {
; CHECK-LABEL: @some_turns(
; CHECK:         %p = call ptr @malloc(i64 %bytes)
; CHECK:         store double 0.000000e+00
entry:
  %bytes = shl nuw i64 %n, 3
  %p = call ptr @malloc(i64 %bytes)
  %none = icmp eq i64 %n, 0
  br i1 %none, label %out, label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %flag.at = getelementptr i8, ptr %flags, i64 %i
  %flag = load i8, ptr %flag.at
  %skip = icmp eq i8 %flag, 0
  br i1 %skip, label %latch, label %store
store:
  %slot = getelementptr inbounds double, ptr %p, i64 %i
  store double 0.0, ptr %slot
  br label %latch
latch:
  %next = add nuw i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %out, label %loop
out:
  ret ptr %p
}

; The loop writes another element of the same block after zeroing it.
; WHY: Function: {{ *}}writes_back
define ptr @writes_back(i64 %n) {
; CHECK-LABEL: @writes_back(
; CHECK:         store double 0.000000e+00, ptr %slot
; CHECK:         store double 1.000000e+00, ptr %p
entry:
  %bytes = shl nuw i64 %n, 3
  %p = call ptr @malloc(i64 %bytes)
  %none = icmp eq i64 %n, 0
  br i1 %none, label %out, label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %slot = getelementptr inbounds double, ptr %p, i64 %i
  store double 0.0, ptr %slot
  store double 1.0, ptr %p
  %next = add nuw i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %out, label %loop
out:
  ret ptr %p
}

; A prefix sum reads the element in front, which is zero, and writes the one
; behind: the zeroing of that comes later and must stay.
; WHY: Function: {{ *}}writes_ahead
define ptr @writes_ahead(i64 %n) {
; CHECK-LABEL: @writes_ahead(
; CHECK:         store i32 0, ptr %slot
; CHECK:         store i32 9, ptr %ahead
entry:
  %bytes = shl nuw i64 %n, 2
  %p = call ptr @malloc(i64 %bytes)
  %none = icmp ult i64 %n, 2
  br i1 %none, label %out, label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %slot = getelementptr inbounds i32, ptr %p, i64 %i
  store i32 0, ptr %slot
  %next = add nuw i64 %i, 1
  %ahead = getelementptr inbounds i32, ptr %p, i64 %next
  store i32 9, ptr %ahead
  %done = icmp eq i64 %next, %n
  br i1 %done, label %out, label %loop
out:
  ret ptr %p
}

; A call on every turn knows the block.
; WHY:      Name: {{ *}}EscapesBefore
; WHY-NEXT: Function: {{ *}}call_in_loop
define ptr @call_in_loop(i64 %n) {
; CHECK-LABEL: @call_in_loop(
; CHECK:         %p = call ptr @malloc(i64 %bytes)
; CHECK:         store i64 0, ptr %slot
entry:
  %bytes = shl nuw i64 %n, 3
  %p = call ptr @malloc(i64 %bytes)
  store ptr %p, ptr @shared
  %none = icmp eq i64 %n, 0
  br i1 %none, label %out, label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %slot = getelementptr inbounds i64, ptr %p, i64 %i
  store i64 0, ptr %slot
  call void @opaque()
  %next = add nuw i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %out, label %loop
out:
  ret ptr %p
}

; The bound that is read anew each turn may be what the loop itself writes: the
; pointer was published through the structure before.
; WHY: Function: {{ *}}bound_may_change
define void @bound_may_change(ptr %s, ptr %other) {
; CHECK-LABEL: @bound_may_change(
; CHECK:         %p = call ptr @malloc(i64 %bytes)
; CHECK:         store i64 0, ptr %slot
entry:
  %n = load i64, ptr %s
  %bytes = shl nuw i64 %n, 3
  %p = call ptr @malloc(i64 %bytes)
  %none = icmp eq i64 %n, 0
  br i1 %none, label %out, label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %slot = getelementptr inbounds i64, ptr %p, i64 %i
  store i64 0, ptr %slot
  store i64 %i, ptr %other
  %next = add nuw i64 %i, 1
  %n.again = load i64, ptr %s
  %more = icmp ult i64 %next, %n.again
  br i1 %more, label %loop, label %out
out:
  store ptr %p, ptr %other
  ret void
}

; A condition that has nothing to do with the count keeps the loop from running.
; WHY:      Name: {{ *}}Conditional
; WHY-NEXT: Function: {{ *}}guard_of_another_count
define ptr @guard_of_another_count(i64 %n, i64 %m) {
; CHECK-LABEL: @guard_of_another_count(
; CHECK:         %p = call ptr @malloc(i64 %bytes)
; CHECK:         store i64 0, ptr %slot
entry:
  %bytes = shl nuw i64 %n, 3
  %p = call ptr @malloc(i64 %bytes)
  %none = icmp eq i64 %m, 0
  br i1 %none, label %out, label %guard
guard:
  %empty = icmp eq i64 %n, 0
  br i1 %empty, label %out, label %loop
loop:
  %i = phi i64 [ 0, %guard ], [ %next, %loop ]
  %slot = getelementptr inbounds i64, ptr %p, i64 %i
  store i64 0, ptr %slot
  %next = add nuw i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %out, label %loop
out:
  ret ptr %p
}

; Storing i1 promises nothing of the other seven bits.
; WHY: Function: {{ *}}bits
define ptr @bits(i64 %n) {
; CHECK-LABEL: @bits(
; CHECK:         %p = call ptr @malloc(i64 %n)
; CHECK:         store i1 false
entry:
  %p = call ptr @malloc(i64 %n)
  %none = icmp eq i64 %n, 0
  br i1 %none, label %out, label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %slot = getelementptr inbounds i1, ptr %p, i64 %i
  store i1 false, ptr %slot
  %next = add nuw i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %out, label %loop
out:
  ret ptr %p
}

declare noalias ptr @malloc(i64) #0
declare void @opaque()

attributes #0 = { nounwind willreturn allockind("alloc,uninitialized") allocsize(0) memory(inaccessiblemem: readwrite) "alloc-family"="malloc" }
