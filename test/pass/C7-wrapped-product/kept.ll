; Row C7: a product of 32 bits that wraps gives a small block. The size that the
; program asked for is what it gets.
; RUN: %loadopt -passes='zeropass<runtime=library>' -S %s \
; RUN:   -pass-remarks-output=%t.yaml | FileCheck %s
; RUN: FileCheck --check-prefix=WHY %s < %t.yaml

target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; malloc(n * 16u), zeroed to the same wrapped size: the very value is handed on.
; WHY:      Name: {{ *}}ZeroedVariant
; WHY-NEXT: Function: {{ *}}same_wrapped
define ptr @same_wrapped(i32 %n) {
; CHECK-LABEL: @same_wrapped(
; CHECK-NEXT:    %product = mul i32 %n, 16
; CHECK-NEXT:    %bytes = zext i32 %product to i64
; CHECK-NEXT:    %p = call ptr @__zp_zalloc(i64 %bytes)
; CHECK-NEXT:    ret ptr %p
  %product = mul i32 %n, 16
  %bytes = zext i32 %product to i64
  %p = call ptr @malloc(i64 %bytes)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %bytes, i1 false)
  ret ptr %p
}

; Allocated with the wrapped product, zeroed with the full one: for a large n
; these differ, and the memset runs over.
; WHY:      Name: {{ *}}SizeMismatch
; WHY-NEXT: Function: {{ *}}wrapped_and_full
define ptr @wrapped_and_full(i32 %n) {
; CHECK-LABEL: @wrapped_and_full(
; CHECK:         %p = call ptr @malloc(i64 %bytes)
; CHECK:         call void @llvm.memset
  %product = mul i32 %n, 16
  %bytes = zext i32 %product to i64
  %p = call ptr @malloc(i64 %bytes)
  %wide = zext i32 %n to i64
  %full = mul i64 %wide, 16
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %full, i1 false)
  ret ptr %p
}

; The other way: the block is large, what is zeroed wraps.
; WHY:      Name: {{ *}}SizeMismatch
; WHY-NEXT: Function: {{ *}}full_and_wrapped
define ptr @full_and_wrapped(i32 %n) {
; CHECK-LABEL: @full_and_wrapped(
; CHECK:         %p = call ptr @malloc(i64 %full)
; CHECK:         call void @llvm.memset
  %wide = zext i32 %n to i64
  %full = mul i64 %wide, 16
  %p = call ptr @malloc(i64 %full)
  %product = mul i32 %n, 16
  %bytes = zext i32 %product to i64
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %bytes, i1 false)
  ret ptr %p
}

; The loop counts to the full number, in steps of one element: beyond the block.
; WHY: Function: {{ *}}loop_over_wrapped
define ptr @loop_over_wrapped(i32 %n) {
; CHECK-LABEL: @loop_over_wrapped(
; CHECK:         %p = call ptr @malloc(i64 %bytes)
; CHECK:         store i64 0, ptr %slot
entry:
  %product = shl i32 %n, 3
  %bytes = zext i32 %product to i64
  %p = call ptr @malloc(i64 %bytes)
  %none = icmp eq i32 %n, 0
  br i1 %none, label %out, label %ahead
ahead:
  %count = zext i32 %n to i64
  br label %loop
loop:
  %i = phi i64 [ 0, %ahead ], [ %next, %loop ]
  %slot = getelementptr inbounds i64, ptr %p, i64 %i
  store i64 0, ptr %slot
  %next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %next, %count
  br i1 %done, label %out, label %loop
out:
  ret ptr %p
}

; A store behind the wrapped size is not dead because of a zeroing that only
; wraps to the same number.
; WHY: Function: {{ *}}store_behind
define ptr @store_behind(i32 %n, i64 %k) {
; CHECK-LABEL: @store_behind(
; CHECK:         store i8 1, ptr %slot
; CHECK:         call void @llvm.memset
  %wide = zext i32 %n to i64
  %full = mul i64 %wide, 16
  %p = call ptr @malloc(i64 %full)
  %slot = getelementptr i8, ptr %p, i64 %k
  store i8 1, ptr %slot
  %product = mul i32 %n, 16
  %bytes = zext i32 %product to i64
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %bytes, i1 false)
  ret ptr %p
}

; What nuw only says of the product (a wrap makes poison) may decide whether a
; rewrite is worth it, but not that a store is dead.
; WHY: Function: {{ *}}believed_product
define ptr @believed_product(i32 %n, i64 %k) {
; CHECK-LABEL: @believed_product(
; CHECK:         store i8 1, ptr %slot
; CHECK:         call void @llvm.memset
  %wide = sext i32 %n to i64
  %full = mul i64 %wide, 16
  %p = call ptr @malloc(i64 %full)
  %slot = getelementptr i8, ptr %p, i64 %k
  store i8 1, ptr %slot
  %count = zext i32 %n to i64
  %bytes = mul i64 %count, 16
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %bytes, i1 false)
  ret ptr %p
}

; 64-bit products wrap as well, and malloc(n * 16) is not calloc(n, 16), which
; would fail: no call with two factors is made of it.
; WHY:      Name: {{ *}}ZeroedVariant
; WHY-NEXT: Function: {{ *}}wide_product
define ptr @wide_product(i64 %n) {
; CHECK-LABEL: @wide_product(
; CHECK-NEXT:    %bytes = shl i64 %n, 4
; CHECK-NEXT:    %p = call ptr @__zp_zalloc(i64 %bytes)
; CHECK-NEXT:    ret ptr %p
  %bytes = shl i64 %n, 4
  %p = call ptr @malloc(i64 %bytes)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %bytes, i1 false)
  ret ptr %p
}

declare noalias ptr @malloc(i64) #0
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

attributes #0 = { nounwind willreturn allockind("alloc,uninitialized") allocsize(0) memory(inaccessiblemem: readwrite) "alloc-family"="malloc" }
