; Row A1: malloc(n), then memset(p, 0, n), in the shapes that surround the pair.
; RUN: %loadopt -passes='zeropass<runtime=library>' -S %s | FileCheck %s

target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; Nothing in between.
define ptr @side_by_side(i64 %n) {
; CHECK-LABEL: @side_by_side(
; CHECK-NEXT:    %p = call ptr @__zp_zalloc(i64 %n)
; CHECK-NEXT:    ret ptr %p
  %p = call ptr @malloc(i64 %n)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ret ptr %p
}

define ptr @null_check(i64 %n) {
; CHECK-LABEL: @null_check(
; CHECK-NEXT:  entry:
; CHECK-NEXT:    %p = call ptr @__zp_zalloc(i64 %n)
; CHECK-NEXT:    %failed = icmp eq ptr %p, null
; CHECK-NEXT:    br i1 %failed, label %out, label %zero
; CHECK:       zero:
; CHECK-NEXT:    br label %out
entry:
  %p = call ptr @malloc(i64 %n)
  %failed = icmp eq ptr %p, null
  br i1 %failed, label %out, label %zero
zero:
  call void @llvm.memset.p0.i64(ptr align 16 %p, i8 0, i64 %n, i1 false)
  br label %out
out:
  ret ptr %p
}

; The test the other way round, and a call on the failing side.
define ptr @reports_failure(i64 %n) {
; CHECK-LABEL: @reports_failure(
; CHECK:         %p = call ptr @__zp_zalloc(i64 %n)
; CHECK-NOT:     memset
; CHECK:         call void @report()
entry:
  %p = call ptr @malloc(i64 %n)
  %there = icmp ne ptr %p, null
  br i1 %there, label %zero, label %failed
zero:
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ret ptr %p
failed:
  call void @report()
  ret ptr null
}

define ptr @aborts(i64 %n) {
; CHECK-LABEL: @aborts(
; CHECK:         %p = call ptr @__zp_zalloc(i64 %n)
; CHECK-NOT:     memset
; CHECK:         call void @abort()
entry:
  %p = call ptr @malloc(i64 %n)
  %failed = icmp eq ptr %p, null
  br i1 %failed, label %die, label %zero
die:
  call void @abort()
  unreachable
zero:
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ret ptr %p
}

; A second resource fails behind the allocation: the block is freed unused.
define ptr @frees_on_failure(i64 %n) {
; CHECK-LABEL: @frees_on_failure(
; CHECK:         %p = call ptr @__zp_zalloc(i64 %n)
; CHECK-NOT:     memset
; CHECK:         call void @free(ptr %p)
entry:
  %p = call ptr @malloc(i64 %n)
  %failed = icmp eq ptr %p, null
  br i1 %failed, label %out, label %open
open:
  %fd = call i32 @open_it()
  %bad = icmp slt i32 %fd, 0
  br i1 %bad, label %close, label %zero
close:
  call void @free(ptr %p)
  br label %out
zero:
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  br label %out
out:
  %r = phi ptr [ null, %entry ], [ null, %close ], [ %p, %zero ]
  ret ptr %r
}

; goto fail: one label frees whatever there is.
define ptr @goto_fail(i64 %n) {
; CHECK-LABEL: @goto_fail(
; CHECK:         %p = call ptr @__zp_zalloc(i64 %n)
; CHECK-NOT:     memset
; CHECK:       fail:
; CHECK-NEXT:    %victim = phi ptr [ null, %entry ], [ %p, %open ]
entry:
  %p = call ptr @malloc(i64 %n)
  %failed = icmp eq ptr %p, null
  br i1 %failed, label %fail, label %open
open:
  %fd = call i32 @open_it()
  %bad = icmp slt i32 %fd, 0
  br i1 %bad, label %fail, label %zero
zero:
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ret ptr %p
fail:
  %victim = phi ptr [ null, %entry ], [ %p, %open ]
  call void @free(ptr %victim)
  ret ptr null
}

; An empty range is no condition.
define ptr @only_if_any(i64 %n) {
; CHECK-LABEL: @only_if_any(
; CHECK:         %p = call ptr @__zp_zalloc(i64 %n)
; CHECK-NOT:     memset
; CHECK:         ret ptr %p
entry:
  %p = call ptr @malloc(i64 %n)
  %none = icmp eq i64 %n, 0
  br i1 %none, label %out, label %zero
zero:
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  br label %out
out:
  ret ptr %p
}

; The way around the zeroing is improbable: !prof says one in a thousand.
define ptr @improbable_detour(i64 %n, i1 %odd) {
; CHECK-LABEL: @improbable_detour(
; CHECK:         %p = call ptr @__zp_zalloc(i64 %n)
; CHECK-NOT:     memset
; CHECK:         ret ptr %p
entry:
  %p = call ptr @malloc(i64 %n)
  br i1 %odd, label %out, label %zero, !prof !0
zero:
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  br label %out
out:
  ret ptr %p
}

; Large enough to be the kernel's, whatever the allocator.
define ptr @large_constant() {
; CHECK-LABEL: @large_constant(
; CHECK-NEXT:    %p = call ptr @__zp_zalloc_large(i64 1048576)
; CHECK-NEXT:    ret ptr %p
  %p = call ptr @malloc(i64 1048576)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 1048576, i1 false)
  ret ptr %p
}

define ptr @middle_constant() {
; CHECK-LABEL: @middle_constant(
; CHECK-NEXT:    %p = call ptr @__zp_zalloc(i64 2048)
; CHECK-NEXT:    ret ptr %p
  %p = call ptr @malloc(i64 2048)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 2048, i1 false)
  ret ptr %p
}

; Only the zeroing uses the block. The allocation is an operand of what is
; deleted, and must outlive that.
define void @zeroing_is_only_user(i64 %n) {
; CHECK-LABEL: @zeroing_is_only_user(
; CHECK-NEXT:    %p = call ptr @__zp_zalloc(i64 %n)
; CHECK-NEXT:    ret void
  %p = call ptr @malloc(i64 %n)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ret void
}

; The length of one zeroing is computed from another block that is still to be
; looked at.
define ptr @length_from_other_block(i64 %n) {
; CHECK-LABEL: @length_from_other_block(
; CHECK-NEXT:    %q = call ptr @__zp_zalloc(i64 %n)
; CHECK:         %p = call ptr @__zp_zalloc(i64 %len)
; CHECK-NOT:     memset
; CHECK:         ret ptr %p
  %q = call ptr @malloc(i64 %n)
  %addr = ptrtoint ptr %q to i64
  %len = and i64 %addr, 4095
  %p = call ptr @malloc(i64 %len)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %len, i1 false)
  call void @llvm.memset.p0.i64(ptr %q, i8 0, i64 %n, i1 false)
  ret ptr %p
}

; In a loop each turn has its own block (row A17's simplest case).
define void @one_a_turn(ptr %rows, i64 %n, i64 %count) {
; CHECK-LABEL: @one_a_turn(
; CHECK:         %p = call ptr @__zp_zalloc(i64 %n)
; CHECK-NOT:     memset
; CHECK:         ret void
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %p = call ptr @malloc(i64 %n)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  %slot = getelementptr ptr, ptr %rows, i64 %i
  store ptr %p, ptr %slot
  %next = add nuw i64 %i, 1
  %more = icmp ult i64 %next, %count
  br i1 %more, label %loop, label %out
out:
  ret void
}

declare noalias ptr @malloc(i64) #0
declare void @free(ptr allocptr nocapture) #1
declare i32 @open_it()
declare void @report()
declare void @abort() noreturn
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

attributes #0 = { nounwind willreturn allockind("alloc,uninitialized") allocsize(0) memory(inaccessiblemem: readwrite) "alloc-family"="malloc" }
attributes #1 = { nounwind willreturn allockind("free") memory(argmem: readwrite, inaccessiblemem: readwrite) "alloc-family"="malloc" }
!0 = !{!"branch_weights", i32 1, i32 1000}
