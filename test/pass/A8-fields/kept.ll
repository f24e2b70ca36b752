; Row A8, the other side: stores in front of the zeroing that are not dead, and
; zeroed blocks that are not wholly overwritten.
; RUN: %loadopt -passes='zeropass<runtime=library>' -S %s \
; RUN:   -pass-remarks-output=%t.yaml | FileCheck %s
; RUN: FileCheck --check-prefix=WHY %s < %t.yaml

target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@shared = global ptr null

; Set, read, zeroed.
; WHY:      Name: {{ *}}ReadBefore
; WHY-NEXT: Function: {{ *}}read_between
define i32 @read_between(i64 %n, i32 %x) {
; CHECK-LABEL: @read_between(
; CHECK:         %p = call ptr @malloc(i64 %n)
; CHECK:         store i32 %x, ptr %p
; CHECK:         call void @llvm.memset
  %p = call ptr @malloc(i64 %n)
  store i32 %x, ptr %p
  %y = load i32, ptr %p
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  call void @use(ptr %p)
  ret i32 %y
}

; The read is of another type than the zeroing, which excuses it: but not from
; reading what the store in front has written.
; WHY:      Name: {{ *}}ReadBefore
; WHY-NEXT: Function: {{ *}}read_of_other_type
define i32 @read_of_other_type(i64 %n, i64 %i) {
; CHECK-LABEL: @read_of_other_type(
; CHECK:         %p = call ptr @malloc(i64 %n)
; CHECK:         store i32 5, ptr %p
; CHECK:         call void @llvm.memset
  %p = call ptr @malloc(i64 %n)
  store i32 5, ptr %p, !tbaa !1
  %q = getelementptr i32, ptr %p, i64 %i
  %x = load i32, ptr %q, !tbaa !1
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false), !tbaa !0
  call void @use(ptr %p)
  ret i32 %x
}

; Read by somebody else on the way.
; WHY:      Name: {{ *}}ReadBefore
; WHY-NEXT: Function: {{ *}}passed_to_reader
define void @passed_to_reader(i64 %n, i32 %x) {
; CHECK-LABEL: @passed_to_reader(
; CHECK:         %p = call ptr @malloc(i64 %n)
; CHECK:         store i32 %x, ptr %p
; CHECK:         call void @look(ptr %p)
; CHECK:         call void @llvm.memset
  %p = call ptr @malloc(i64 %n)
  store i32 %x, ptr %p
  call void @look(ptr %p)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  call void @use(ptr %p)
  ret void
}

; On one way the store is the last word.
; WHY: Function: {{ *}}not_always_zeroed
define ptr @not_always_zeroed(i64 %n, i1 %odd) {
; CHECK-LABEL: @not_always_zeroed(
; CHECK:         store i32 7, ptr %p
; CHECK:         call void @llvm.memset
entry:
  %p = call ptr @malloc(i64 %n)
  store i32 7, ptr %p
  br i1 %odd, label %out, label %zero, !prof !6
zero:
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  br label %out
out:
  ret ptr %p
}

; The zeroing does not reach as far as the store.
; WHY: Function: {{ *}}store_survives
define ptr @store_survives(i64 %n) {
; CHECK-LABEL: @store_survives(
; CHECK:         store i8 7, ptr %last
; CHECK:         call void @llvm.memset
  %p = call ptr @malloc(i64 %n)
  %below = add i64 %n, -1
  %last = getelementptr i8, ptr %p, i64 %below
  store i8 7, ptr %last
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %below, i1 false)
  ret ptr %p
}

; A volatile store in front is kept, and so is the zeroing behind it.
; WHY: Function: {{ *}}volatile_store
define ptr @volatile_store(i64 %n) {
; CHECK-LABEL: @volatile_store(
; CHECK:         %p = call ptr @malloc(i64 %n)
; CHECK:         store volatile i32 1, ptr %p
; CHECK:         call void @llvm.memset
  %p = call ptr @malloc(i64 %n)
  store volatile i32 1, ptr %p
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ret ptr %p
}

; So is an atomic one.
; WHY: Function: {{ *}}atomic_store
define ptr @atomic_store(i64 %n) {
; CHECK-LABEL: @atomic_store(
; CHECK:         %p = call ptr @malloc(i64 %n)
; CHECK:         store atomic i32 1, ptr %p unordered
; CHECK:         call void @llvm.memset
  %p = call ptr @malloc(i64 %n)
  store atomic i32 1, ptr %p unordered, align 4
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ret ptr %p
}

; A copy within the block reads it.
; WHY: Function: {{ *}}copied_within
define ptr @copied_within(i64 %n) {
; CHECK-LABEL: @copied_within(
; CHECK:         %p = call ptr @malloc(i64 %n)
; CHECK:         call void @llvm.memmove
; CHECK:         call void @llvm.memset
  %p = call ptr @malloc(i64 %n)
  %q = getelementptr i8, ptr %p, i64 8
  call void @llvm.memmove.p0.p0.i64(ptr %p, ptr %q, i64 16, i1 false)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ret ptr %p
}

; The block is known to the caller when something throws that touches no memory:
; the caller then finds the store.
; WHY: Function: {{ *}}thrown_over
define void @thrown_over(i64 %n, ptr %out) {
; CHECK-LABEL: @thrown_over(
; CHECK:         store i32 7, ptr %p
; CHECK:         call void @thrower()
; CHECK:         call void @llvm.memset
  %p = call ptr @malloc(i64 %n)
  store i32 7, ptr %p
  store ptr %p, ptr %out
  call void @thrower()
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ret void
}

; All fields but the padding between them: that is still zero to whoever hashes
; or compares the bytes.
; WHY: Function: {{ *}}padding_left
define ptr @padding_left(i8 %a, i32 %b) {
; CHECK-LABEL: @padding_left(
; CHECK:         %p = call ptr @malloc(i64 8)
; CHECK:         store i64 0, ptr %p
; CHECK:         store i8 %a, ptr %p
  %p = call ptr @calloc(i64 1, i64 8)
  store i8 %a, ptr %p
  %second = getelementptr i8, ptr %p, i64 4
  store i32 %b, ptr %second
  ret ptr %p
}

; The last field is set on one way only.
; WHY: Function: {{ *}}sometimes_all
define ptr @sometimes_all(i64 %a, i1 %c) {
; CHECK-LABEL: @sometimes_all(
; CHECK:         %p = call ptr @malloc(i64 16)
; CHECK:         store <16 x i8> zeroinitializer, ptr %p
entry:
  %p = call ptr @calloc(i64 1, i64 16)
  store i64 %a, ptr %p
  br i1 %c, label %set, label %out
set:
  %second = getelementptr i8, ptr %p, i64 8
  store i64 %a, ptr %second
  br label %out
out:
  ret ptr %p
}

; One field is read before it is set.
; WHY: Function: {{ *}}counts_up
define ptr @counts_up(i64 %a) {
; CHECK-LABEL: @counts_up(
; CHECK:         %p = call ptr @malloc(i64 16)
; CHECK:         store <16 x i8> zeroinitializer, ptr %p
  %p = call ptr @calloc(i64 1, i64 16)
  store i64 %a, ptr %p
  %second = getelementptr i8, ptr %p, i64 8
  %old = load i64, ptr %second
  %new = add i64 %old, 1
  store i64 %new, ptr %second
  ret ptr %p
}

; A call in between knows the block.
; WHY: Function: {{ *}}seen_half_set
define void @seen_half_set(i64 %a) {
; CHECK-LABEL: @seen_half_set(
; CHECK:         %p = call ptr @malloc(i64 16)
; CHECK:         store <16 x i8> zeroinitializer, ptr %p
  %p = call ptr @calloc(i64 1, i64 16)
  store ptr %p, ptr @shared
  store i64 %a, ptr %p
  call void @opaque()
  %second = getelementptr i8, ptr %p, i64 8
  store i64 %a, ptr %second
  ret void
}

; The store in front of the block's end writes eight of the nine bytes.
; WHY: Function: {{ *}}one_byte_left
define ptr @one_byte_left(i64 %a) {
; CHECK-LABEL: @one_byte_left(
; CHECK:         %p = call ptr @malloc(i64 9)
; CHECK:         store i64 0, ptr %p
; CHECK:         store i8 0, ptr
; CHECK:         store i64 %a, ptr %p
  %p = call ptr @calloc(i64 9, i64 1)
  store i64 %a, ptr %p
  ret ptr %p
}

; i1 leaves seven bits of its byte open.
; WHY: Function: {{ *}}bit_of_a_byte
define ptr @bit_of_a_byte(i1 %bit) {
; CHECK-LABEL: @bit_of_a_byte(
; CHECK:         %p = call ptr @malloc(i64 1)
; CHECK:         store i8 0, ptr %p
; CHECK:         store i1 %bit
  %p = call ptr @calloc(i64 1, i64 1)
  store i1 %bit, ptr %p
  ret ptr %p
}

; Overwritten for as long as the loop runs, which is not known to be once.
; WHY: Function: {{ *}}set_in_a_loop
define ptr @set_in_a_loop(i64 %a, i64 %count) {
; CHECK-LABEL: @set_in_a_loop(
; CHECK:         %p = call ptr @malloc(i64 8)
; CHECK:         store i64 0, ptr %p
; CHECK:       loop:
entry:
  %p = call ptr @calloc(i64 1, i64 8)
  %none = icmp eq i64 %count, 0
  br i1 %none, label %out, label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  store i64 %i, ptr %p
  %next = add nuw i64 %i, 1
  %done = icmp eq i64 %next, %count
  br i1 %done, label %out, label %loop
out:
  ret ptr %p
}

declare void @thrower() memory(none)

declare noalias ptr @malloc(i64) #0
declare noalias ptr @calloc(i64, i64) #1
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
declare void @use(ptr)
declare void @look(ptr nocapture) memory(argmem: read)
declare void @opaque()

attributes #0 = { nounwind willreturn allockind("alloc,uninitialized") allocsize(0) memory(inaccessiblemem: readwrite) "alloc-family"="malloc" }
attributes #1 = { nounwind willreturn allockind("alloc,zeroed") allocsize(0,1) memory(inaccessiblemem: readwrite) "alloc-family"="malloc" }

!0 = !{!2, !2, i64 0}
!1 = !{!3, !3, i64 0}
!2 = !{!"float", !4, i64 0}
!3 = !{!"int", !4, i64 0}
!4 = !{!"char", !5, i64 0}
!5 = !{!"root"}
!6 = !{!"branch_weights", i32 1, i32 1000}
