; The store is not dead: on the way over %leave the block keeps it.
; RUN: %loadopt -passes='zeropass<runtime=library>' -S %s | FileCheck %s

target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: @other_turn(
; CHECK: store i32 42, ptr %p
; CHECK: call void @llvm.memset
define ptr @other_turn(i64 %n) {
entry:
  br label %again
again:
  %p = call ptr @malloc(i64 %n)
  store i32 42, ptr %p
  %c = icmp eq ptr %p, @keep
  br i1 %c, label %leave, label %zero, !prof !0
leave:
  call void @keep(ptr %p)
  br label %again
zero:
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ret ptr %p
}

declare ptr @malloc(i64)
declare void @keep(ptr)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
!0 = !{!"branch_weights", i32 1, i32 2000}
