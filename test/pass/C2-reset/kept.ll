; Row C2: the zeroing is not the block's first one.
; RUN: %loadopt -passes='zeropass<runtime=library>' -S %s \
; RUN:   -pass-remarks-output=%t.yaml | FileCheck %s
; RUN: FileCheck --check-prefix=WHY %s < %t.yaml

target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@shared = global ptr null

; An arena is reset on every turn.
; WHY:      Name: {{ *}}{{Repeated|EscapesBefore}}
; WHY-NEXT: Function: {{ *}}arena
define void @arena(i64 %n) {
; CHECK-LABEL: @arena(
; CHECK:         %p = call ptr @malloc(i64 %n)
; CHECK:       loop:
; CHECK-NEXT:    call void @llvm.memset
; CHECK-NEXT:    call void @use(ptr %p)
entry:
  %p = call ptr @malloc(i64 %n)
  br label %loop
loop:
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  call void @use(ptr %p)
  %more = call i1 @condition()
  br i1 %more, label %loop, label %out
out:
  call void @free(ptr %p)
  ret void
}

; Nobody writes in between, as far as can be seen; a reset all the same.
; WHY:      Name: {{ *}}Repeated
; WHY-NEXT: Function: {{ *}}quiet_reset
define ptr @quiet_reset(i64 %n) {
; CHECK-LABEL: @quiet_reset(
; CHECK:         %p = call ptr @malloc(i64 %n)
; CHECK:       loop:
; CHECK-NEXT:    call void @llvm.memset
entry:
  %p = call ptr @malloc(i64 %n)
  br label %loop
loop:
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  %more = call i1 @condition()
  br i1 %more, label %loop, label %out
out:
  ret ptr %p
}

; The same element by element: a bandwidth test, say.
; WHY:      Name: {{ *}}Repeated
; WHY-NEXT: Function: {{ *}}quiet_loops
define ptr @quiet_loops(i64 %n, i64 %turns) {
; CHECK-LABEL: @quiet_loops(
; CHECK:         %p = call ptr @malloc(i64 %n)
; CHECK:         store i8 0, ptr %slot
entry:
  %p = call ptr @malloc(i64 %n)
  %none = icmp eq i64 %n, 0
  br i1 %none, label %out, label %outer
outer:
  %t = phi i64 [ 0, %entry ], [ %t.next, %latch ]
  br label %inner
inner:
  %i = phi i64 [ 0, %outer ], [ %next, %inner ]
  %slot = getelementptr inbounds i8, ptr %p, i64 %i
  store i8 0, ptr %slot
  %next = add nuw i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %latch, label %inner
latch:
  %t.next = add nuw i64 %t, 1
  %enough = icmp eq i64 %t.next, %turns
  br i1 %enough, label %out, label %outer
out:
  ret ptr %p
}

; The nearest twin: allocation and zeroing on the same turn.
; WHY:      Name: {{ *}}ZeroedVariant
; WHY-NEXT: Function: {{ *}}same_turn
define void @same_turn(i64 %n) {
; CHECK-LABEL: @same_turn(
; CHECK:         %p = call ptr @__zp_zalloc(i64 %n)
; CHECK-NEXT:    call void @use(ptr %p)
entry:
  br label %loop
loop:
  %p = call ptr @malloc(i64 %n)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  call void @use(ptr %p)
  call void @free(ptr %p)
  %more = call i1 @condition()
  br i1 %more, label %loop, label %out
out:
  ret void
}

; Two loops deep, element by element, and a use between the turns.
; WHY: Function: {{ *}}deeper_loop
define void @deeper_loop(i64 %n) {
; CHECK-LABEL: @deeper_loop(
; CHECK:         %p = call ptr @malloc(i64 %n)
; CHECK:         store i8 0, ptr %slot
; CHECK:         call void @use(ptr %p)
entry:
  %p = call ptr @malloc(i64 %n)
  %none = icmp eq i64 %n, 0
  br i1 %none, label %out, label %outer
outer:
  br label %inner
inner:
  %i = phi i64 [ 0, %outer ], [ %next, %inner ]
  %slot = getelementptr inbounds i8, ptr %p, i64 %i
  store i8 0, ptr %slot
  %next = add nuw i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %work, label %inner
work:
  call void @use(ptr %p)
  %more = call i1 @condition()
  br i1 %more, label %outer, label %out
out:
  call void @free(ptr %p)
  ret void
}

; The same, and only the last element is written by hand: no call gives it away.
; WHY: Function: {{ *}}deeper_loop_store
define void @deeper_loop_store(i64 %n, ptr %sum) {
; CHECK-LABEL: @deeper_loop_store(
; CHECK:         store i8 0, ptr %slot
; CHECK:         store i8 3, ptr %p
entry:
  %p = call ptr @malloc(i64 %n)
  %none = icmp eq i64 %n, 0
  br i1 %none, label %out, label %outer
outer:
  br label %inner
inner:
  %i = phi i64 [ 0, %outer ], [ %next, %inner ]
  %slot = getelementptr inbounds i8, ptr %p, i64 %i
  store i8 0, ptr %slot
  %next = add nuw i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %work, label %inner
work:
  %x = load i8, ptr %p
  store i8 3, ptr %p
  store i8 %x, ptr %sum
  %more = icmp eq i8 %x, 0
  br i1 %more, label %outer, label %out
out:
  call void @free(ptr %p)
  ret void
}

; After the block was freed: undefined, and no reason to make it defined.
; WHY: Function: {{ *}}after_free
define void @after_free(i64 %n) {
; CHECK-LABEL: @after_free(
; CHECK:         call ptr @malloc(i64 %n)
; CHECK:         call void @free(ptr %p)
; CHECK-NEXT:    call void @llvm.memset
  %p = call ptr @malloc(i64 %n)
  call void @free(ptr %p)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ret void
}

; Published to other threads, by a store that releases: they may have written.
; WHY: Function: {{ *}}released
define ptr @released(i64 %n) {
; CHECK-LABEL: @released(
; CHECK:         call ptr @malloc(i64 %n)
; CHECK:         store atomic ptr %p, ptr @shared release
; CHECK-NEXT:    call void @llvm.memset
  %p = call ptr @malloc(i64 %n)
  store atomic ptr %p, ptr @shared release, align 8
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ret ptr %p
}

; Published by exchange, and then an acquiring load waits for the other's work.
; WHY: Function: {{ *}}handed_over
define ptr @handed_over(i64 %n, ptr %ready) {
; CHECK-LABEL: @handed_over(
; CHECK:         call ptr @malloc(i64 %n)
; CHECK:         load atomic i32, ptr %ready acquire
; CHECK:         call void @llvm.memset
entry:
  %p = call ptr @malloc(i64 %n)
  store ptr %p, ptr @shared
  br label %wait
wait:
  %done = load atomic i32, ptr %ready acquire, align 4
  %go = icmp ne i32 %done, 0
  br i1 %go, label %zero, label %wait
zero:
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ret ptr %p
}

; Between setjmp and the zeroing: a longjmp comes back with the block in use.
; WHY:      Name: {{ *}}ReturnsTwice
; WHY-NEXT: Function: {{ *}}comes_back
define ptr @comes_back(i64 %n, ptr %env) {
; CHECK-LABEL: @comes_back(
; CHECK:         call ptr @malloc(i64 %n)
; CHECK:         call i32 @_setjmp(ptr %env)
; CHECK-NEXT:    call void @llvm.memset
; CHECK-NEXT:    call void @use(ptr %p)
  %p = call ptr @malloc(i64 %n)
  %again = call i32 @_setjmp(ptr %env) returns_twice
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  call void @use(ptr %p)
  ret ptr %p
}

; The twin: setjmp before the allocation, which runs anew each time.
; WHY:      Name: {{ *}}ZeroedVariant
; WHY-NEXT: Function: {{ *}}came_back_before
define ptr @came_back_before(i64 %n, ptr %env) {
; CHECK-LABEL: @came_back_before(
; CHECK:         call i32 @_setjmp(ptr %env)
; CHECK-NEXT:    %p = call ptr @__zp_zalloc(i64 %n)
  %again = call i32 @_setjmp(ptr %env) returns_twice
  %p = call ptr @malloc(i64 %n)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  call void @use(ptr %p)
  ret ptr %p
}

; A static buffer allocated once: the zeroing is of every call.
; WHY: Function: {{ *}}scratch
define ptr @scratch() {
; CHECK-LABEL: @scratch(
; CHECK:         call ptr @malloc(i64 65536)
; CHECK:         call void @llvm.memset
entry:
  %have = load ptr, ptr @shared
  %first = icmp eq ptr %have, null
  br i1 %first, label %make, label %reset
make:
  %p = call ptr @malloc(i64 65536)
  store ptr %p, ptr @shared
  br label %reset
reset:
  %buffer = phi ptr [ %have, %entry ], [ %p, %make ]
  call void @llvm.memset.p0.i64(ptr %buffer, i8 0, i64 65536, i1 false)
  ret ptr %buffer
}

declare i32 @_setjmp(ptr) returns_twice

declare noalias ptr @malloc(i64) #0
declare void @free(ptr allocptr nocapture) #3
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @use(ptr)
declare i1 @condition()

attributes #0 = { nounwind willreturn allockind("alloc,uninitialized") allocsize(0) memory(inaccessiblemem: readwrite) "alloc-family"="malloc" }
attributes #3 = { nounwind willreturn allockind("free") memory(argmem: readwrite, inaccessiblemem: readwrite) "alloc-family"="malloc" }
