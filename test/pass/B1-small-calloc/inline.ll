; Row B1: calloc of a small constant size becomes malloc, null check and stores.
; RUN: %loadopt -passes='zeropass<runtime=library>' -S %s | FileCheck %s

target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; No check in the program: one is made, and the block is returned on both ways.
define ptr @unchecked() {
; CHECK-LABEL: @unchecked(
; CHECK-NEXT:    %p = call ptr @malloc(i64 24)
; CHECK-NEXT:    [[OK:%.*]] = icmp ne ptr %p, null
; CHECK-NEXT:    br i1 [[OK]], label %[[ZERO:.*]], label %[[TAIL:.*]], !prof
; CHECK:       [[ZERO]]:
; CHECK-NEXT:    store <16 x i8> zeroinitializer, ptr %p, align 1
; CHECK-NEXT:    [[AT16:%.*]] = getelementptr inbounds{{.*}} i8, ptr %p, i64 16
; CHECK-NEXT:    store i64 0, ptr [[AT16]], align 1
; CHECK-NEXT:    br label %[[TAIL]]
; CHECK:       [[TAIL]]:
; CHECK-NEXT:    ret ptr %p
  %p = call ptr @calloc(i64 1, i64 24)
  ret ptr %p
}

; The program's own check serves, when it follows at once.
define ptr @checked() {
; CHECK-LABEL: @checked(
; CHECK-NEXT:  entry:
; CHECK-NEXT:    %p = call ptr @malloc(i64 32)
; CHECK-NEXT:    %failed = icmp eq ptr %p, null
; CHECK-NEXT:    br i1 %failed, label %out, label %go
; CHECK:       go:
; CHECK-NEXT:    store <16 x i8> zeroinitializer, ptr %p
; CHECK:         store <16 x i8> zeroinitializer
; CHECK:         call void @use(ptr %p)
; CHECK:       out:
; CHECK-NEXT:    ret ptr %p
entry:
  %p = call ptr @calloc(i64 4, i64 8)
  %failed = icmp eq ptr %p, null
  br i1 %failed, label %out, label %go
go:
  call void @use(ptr %p)
  br label %out
out:
  ret ptr %p
}

; The good side can be reached otherwise, too: the zeroing goes onto the edge.
define void @checked_edge(i1 %c, ptr %other) {
; CHECK-LABEL: @checked_edge(
; CHECK:         %p = call ptr @malloc(i64 8)
; CHECK:         store i64 0, ptr %p
; CHECK:       go:
; CHECK-NEXT:    %q = phi ptr
; CHECK-NOT:     store i64 0
; CHECK:         ret void
entry:
  br i1 %c, label %fresh, label %go
fresh:
  %p = call ptr @calloc(i64 1, i64 8)
  %failed = icmp eq ptr %p, null
  br i1 %failed, label %out, label %go
go:
  %q = phi ptr [ %other, %entry ], [ %p, %fresh ]
  call void @use(ptr %q)
  br label %out
out:
  ret void
}

; Something comes between allocation and check that sees the block: the zeroing
; is in front of it.
define ptr @used_before_check(ptr %out) {
; CHECK-LABEL: @used_before_check(
; CHECK:         %p = call ptr @malloc(i64 16)
; CHECK:         store <16 x i8> zeroinitializer, ptr %p
; CHECK:         store ptr %p, ptr %out
; CHECK:         call void @opaque()
entry:
  %p = call ptr @calloc(i64 1, i64 16)
  store ptr %p, ptr %out
  call void @opaque()
  %failed = icmp eq ptr %p, null
  br i1 %failed, label %none, label %go
go:
  ret ptr %p
none:
  ret ptr null
}

; The read between allocation and check would be undefined if there were no
; block, but it must read zero when there is.
define i32 @read_before_check() {
; CHECK-LABEL: @read_before_check(
; CHECK:         %p = call ptr @malloc(i64 16)
; CHECK:         store <16 x i8> zeroinitializer, ptr %p
; CHECK:         %x = load i32, ptr %p
entry:
  %p = call ptr @calloc(i64 1, i64 16)
  %x = load i32, ptr %p
  %failed = icmp eq ptr %p, null
  br i1 %failed, label %none, label %go
go:
  call void @use(ptr %p)
  ret i32 %x
none:
  ret i32 -1
}

; A null check of another pointer is none of this block.
define ptr @check_of_other(ptr %q) {
; CHECK-LABEL: @check_of_other(
; CHECK:         %p = call ptr @malloc(i64 16)
; CHECK-NEXT:    icmp ne ptr %p, null
; CHECK:         store <16 x i8> zeroinitializer, ptr %p
; CHECK:         icmp eq ptr %q, null
entry:
  %p = call ptr @calloc(i64 1, i64 16)
  %failed = icmp eq ptr %q, null
  br i1 %failed, label %none, label %go
go:
  ret ptr %p
none:
  ret ptr %p
}

; The largest that is written as stores, and the smallest that is not.
define ptr @most_stores() {
; CHECK-LABEL: @most_stores(
; CHECK:         %p = call ptr @malloc(i64 256)
; CHECK-COUNT-16: store <16 x i8> zeroinitializer
; CHECK-NOT:     memset
; CHECK:         ret ptr %p
  %p = call ptr @calloc(i64 16, i64 16)
  ret ptr %p
}

define ptr @least_memset() {
; CHECK-LABEL: @least_memset(
; CHECK:         %p = call ptr @malloc(i64 257)
; CHECK:         call void @llvm.memset.p0.i64(ptr {{.*}}%p, i8 0, i64 257, i1 false)
  %p = call ptr @calloc(i64 257, i64 1)
  ret ptr %p
}

; Every tail: 15 = 8 + 4 + 2 + 1.
define ptr @odd() {
; CHECK-LABEL: @odd(
; CHECK:         %p = call ptr @malloc(i64 15)
; CHECK:         store i64 0, ptr %p
; CHECK:         store i32 0
; CHECK:         store i16 0
; CHECK:         store i8 0
  %p = call ptr @calloc(i64 3, i64 5)
  ret ptr %p
}

; In an invoke the zeroing comes behind the normal edge. The edge to the landing
; pad stays.
define ptr @invoked() personality ptr @pers {
; CHECK-LABEL: @invoked(
; CHECK-NEXT:  entry:
; CHECK-NEXT:    %p = invoke ptr @malloc(i64 16)
; CHECK-NEXT:            to label %ok unwind label %lp
; CHECK:       ok:
; CHECK:         icmp ne ptr %p, null
; CHECK:         store <16 x i8> zeroinitializer, ptr %p
; CHECK:         call void @use(ptr %p)
; CHECK:       lp:
; CHECK-NEXT:    landingpad
entry:
  %p = invoke ptr @calloc(i64 1, i64 16) to label %ok unwind label %lp
ok:
  call void @use(ptr %p)
  ret ptr %p
lp:
  %l = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %l
}

; The normal destination is shared.
define ptr @invoked_shared(i1 %c) personality ptr @pers {
; CHECK-LABEL: @invoked_shared(
; CHECK:         %p = invoke ptr @malloc(i64 16)
; CHECK-NEXT:            to label %[[EDGE:.*]] unwind label %lp
; CHECK:       [[EDGE]]:
; CHECK:         store <16 x i8> zeroinitializer, ptr %p
; CHECK:       ok:
; CHECK-NEXT:    %q = phi ptr
; CHECK-NEXT:    ret ptr %q
entry:
  br i1 %c, label %fresh, label %ok
fresh:
  %p = invoke ptr @calloc(i64 1, i64 16) to label %ok unwind label %lp
ok:
  %q = phi ptr [ null, %entry ], [ %p, %fresh ]
  ret ptr %q
lp:
  %l = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %l
}

; At the head of a loop: the phi behind gets what the last block holds.
define void @in_a_loop(i64 %count) {
; CHECK-LABEL: @in_a_loop(
; CHECK:         %p = call ptr @malloc(i64 8)
; CHECK:         store i64 0, ptr %p
; CHECK:         call void @use(ptr %p)
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %p = call ptr @calloc(i64 1, i64 8)
  call void @use(ptr %p)
  %next = add nuw i64 %i, 1
  %more = icmp ult i64 %next, %count
  br i1 %more, label %loop, label %out
out:
  ret void
}

declare noalias ptr @calloc(i64, i64) #1
declare void @use(ptr)
declare void @opaque()
declare i32 @pers(...)

attributes #1 = { nounwind willreturn allockind("alloc,zeroed") allocsize(0,1) memory(inaccessiblemem: readwrite) "alloc-family"="malloc" }
