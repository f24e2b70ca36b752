; Code that is never reached may compute a size from itself: taking it apart had
; no end. And where both operands come from one value, each step doubled it.
; RUN: timeout 15 %loadopt -passes='zeropass<runtime=library>' -S %s | FileCheck %s

target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: @itself(
; CHECK: ret void
define void @itself() {
  ret void
dead:
  %s = add i64 %s, 1
  %p = call ptr @malloc(i64 %s)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %s, i1 false)
  br label %dead
}

define void @itself_extended() {
  ret void
dead:
  %s = add nsw i32 %s, 1
  %z = sext i32 %s to i64
  %p = call ptr @malloc(i64 %z)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %z, i1 false)
  br label %dead
}

; CHECK-LABEL: @doubling(
; CHECK: call ptr @__zp_zalloc(i64 %s32)
define ptr @doubling(i64 %s0) {
  %a0 = add i64 %s0, 1
  %s1 = mul i64 %s0, %a0
  %a1 = add i64 %s1, 1
  %s2 = mul i64 %s1, %a1
  %a2 = add i64 %s2, 1
  %s3 = mul i64 %s2, %a2
  %a3 = add i64 %s3, 1
  %s4 = mul i64 %s3, %a3
  %a4 = add i64 %s4, 1
  %s5 = mul i64 %s4, %a4
  %a5 = add i64 %s5, 1
  %s6 = mul i64 %s5, %a5
  %a6 = add i64 %s6, 1
  %s7 = mul i64 %s6, %a6
  %a7 = add i64 %s7, 1
  %s8 = mul i64 %s7, %a7
  %a8 = add i64 %s8, 1
  %s9 = mul i64 %s8, %a8
  %a9 = add i64 %s9, 1
  %s10 = mul i64 %s9, %a9
  %a10 = add i64 %s10, 1
  %s11 = mul i64 %s10, %a10
  %a11 = add i64 %s11, 1
  %s12 = mul i64 %s11, %a11
  %a12 = add i64 %s12, 1
  %s13 = mul i64 %s12, %a12
  %a13 = add i64 %s13, 1
  %s14 = mul i64 %s13, %a13
  %a14 = add i64 %s14, 1
  %s15 = mul i64 %s14, %a14
  %a15 = add i64 %s15, 1
  %s16 = mul i64 %s15, %a15
  %a16 = add i64 %s16, 1
  %s17 = mul i64 %s16, %a16
  %a17 = add i64 %s17, 1
  %s18 = mul i64 %s17, %a17
  %a18 = add i64 %s18, 1
  %s19 = mul i64 %s18, %a18
  %a19 = add i64 %s19, 1
  %s20 = mul i64 %s19, %a19
  %a20 = add i64 %s20, 1
  %s21 = mul i64 %s20, %a20
  %a21 = add i64 %s21, 1
  %s22 = mul i64 %s21, %a21
  %a22 = add i64 %s22, 1
  %s23 = mul i64 %s22, %a22
  %a23 = add i64 %s23, 1
  %s24 = mul i64 %s23, %a23
  %a24 = add i64 %s24, 1
  %s25 = mul i64 %s24, %a24
  %a25 = add i64 %s25, 1
  %s26 = mul i64 %s25, %a25
  %a26 = add i64 %s26, 1
  %s27 = mul i64 %s26, %a26
  %a27 = add i64 %s27, 1
  %s28 = mul i64 %s27, %a27
  %a28 = add i64 %s28, 1
  %s29 = mul i64 %s28, %a28
  %a29 = add i64 %s29, 1
  %s30 = mul i64 %s29, %a29
  %a30 = add i64 %s30, 1
  %s31 = mul i64 %s30, %a30
  %a31 = add i64 %s31, 1
  %s32 = mul i64 %s31, %a31
  %p = call ptr @malloc(i64 %s32)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %s32, i1 false)
  ret ptr %p
}

declare ptr @malloc(i64)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
