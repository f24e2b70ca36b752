; Row A6: the two sizes are equal, but different values.
; RUN: %loadopt -passes='zeropass<runtime=library>' -S %s | FileCheck %s

target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define ptr @product_and_shift(i64 %n) {
; CHECK-LABEL: @product_and_shift(
; CHECK-NEXT:    %bytes = mul i64 %n, 8
; CHECK-NEXT:    %p = call ptr @__zp_zalloc(i64 %bytes)
; CHECK-NEXT:    ret ptr %p
  %bytes = mul i64 %n, 8
  %p = call ptr @malloc(i64 %bytes)
  %len = shl i64 %n, 3
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %len, i1 false)
  ret ptr %p
}

; What was only needed for the length goes with it.
define ptr @recomputed(i64 %n, i64 %m) {
; CHECK-LABEL: @recomputed(
; CHECK-NEXT:    %nm = mul i64 %n, %m
; CHECK-NEXT:    %bytes = mul i64 %nm, 4
; CHECK-NEXT:    %p = call ptr @__zp_zalloc(i64 %bytes)
; CHECK-NEXT:    ret ptr %p
  %nm = mul i64 %n, %m
  %bytes = mul i64 %nm, 4
  %p = call ptr @malloc(i64 %bytes)
  %row = mul i64 %m, 4
  %len = mul i64 %n, %row
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %len, i1 false)
  ret ptr %p
}

; One side says sext, the other zext; no block of a negative count exists.
define ptr @sext_and_zext(i32 %n) {
; CHECK-LABEL: @sext_and_zext(
; CHECK:         %p = call ptr @__zp_zalloc(i64 %bytes)
; CHECK-NOT:     memset
; CHECK:         ret ptr %p
entry:
  %wide = sext i32 %n to i64
  %bytes = shl nsw i64 %wide, 2
  %p = call ptr @malloc(i64 %bytes)
  %any = icmp sgt i32 %n, 0
  br i1 %any, label %zero, label %out
zero:
  %count = zext i32 %n to i64
  %len = shl nuw nsw i64 %count, 2
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %len, i1 false)
  br label %out
out:
  ret ptr %p
}

; The guard speaks of n, the sizes of n + 1.
define ptr @plus_one(i32 %n) {
; CHECK-LABEL: @plus_one(
; CHECK:         %p = call ptr @__zp_zalloc(i64 %bytes)
; CHECK-NOT:     memset
; CHECK:         ret ptr %p
entry:
  %n1 = add nsw i32 %n, 1
  %wide = sext i32 %n1 to i64
  %bytes = shl nsw i64 %wide, 2
  %p = call ptr @malloc(i64 %bytes)
  %any = icmp sgt i32 %n, -1
  br i1 %any, label %zero, label %out
zero:
  %count = zext i32 %n1 to i64
  %len = shl nuw nsw i64 %count, 2
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %len, i1 false)
  br label %out
out:
  ret ptr %p
}

; The size was put into a field and comes back from there.
define ptr @reloaded_size(ptr %s, i64 %n) {
; CHECK-LABEL: @reloaded_size(
; CHECK:         %p = call ptr @__zp_zalloc(i64 %bytes)
; CHECK-NOT:     memset
; CHECK:         ret ptr %p
  %size.at = getelementptr i8, ptr %s, i64 8
  store i64 %n, ptr %size.at
  %bytes = shl i64 %n, 3
  %p = call ptr @malloc(i64 %bytes)
  store ptr %p, ptr %s
  %again = load i64, ptr %size.at
  %len = shl i64 %again, 3
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %len, i1 false)
  ret ptr %p
}

; Pointer and size both come back from the structure.
define void @reloaded_both(ptr %s, i64 %n) {
; CHECK-LABEL: @reloaded_both(
; CHECK:         %p = call ptr @__zp_zalloc(i64 %n)
; CHECK-NOT:     memset
; CHECK:         ret void
  %size.at = getelementptr i8, ptr %s, i64 8
  store i64 %n, ptr %size.at
  %p = call ptr @malloc(i64 %n)
  store ptr %p, ptr %s
  %len = load i64, ptr %size.at
  %q = load ptr, ptr %s
  call void @llvm.memset.p0.i64(ptr %q, i8 0, i64 %len, i1 false)
  ret void
}

; Never zero bytes: malloc(n ? n : 1). Zeroing n of them is all there is to zero
; unless n is 0, and then the guard says so. (Row A10 asks for more.)
define ptr @max_under_guard(i64 %n) {
; CHECK-LABEL: @max_under_guard(
; CHECK:         %p = call ptr @__zp_zalloc(i64 %bytes)
; CHECK-NOT:     memset
; CHECK:         ret ptr %p
entry:
  %bytes = call i64 @llvm.umax.i64(i64 %n, i64 1)
  %p = call ptr @malloc(i64 %bytes)
  %none = icmp eq i64 %n, 0
  br i1 %none, label %out, label %zero
zero:
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  br label %out
out:
  ret ptr %p
}

; The address goes forth and back.
define ptr @same_address(i64 %n, i64 %k) {
; CHECK-LABEL: @same_address(
; CHECK:         %p = call ptr @__zp_zalloc(i64 %n)
; CHECK-NOT:     memset
; CHECK:         ret ptr %p
  %p = call ptr @malloc(i64 %n)
  %there = getelementptr i8, ptr %p, i64 %k
  %minus = sub i64 0, %k
  %back = getelementptr i8, ptr %there, i64 %minus
  call void @llvm.memset.p0.i64(ptr %back, i8 0, i64 %n, i1 false)
  ret ptr %p
}

declare noalias ptr @malloc(i64) #0
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare i64 @llvm.umax.i64(i64, i64)

attributes #0 = { nounwind willreturn allockind("alloc,uninitialized") allocsize(0) memory(inaccessiblemem: readwrite) "alloc-family"="malloc" }
