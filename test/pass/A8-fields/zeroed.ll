; Row A8: zeroing and setting fields, in either order.
; RUN: %loadopt -passes='zeropass<runtime=library>' -S %s | FileCheck %s

target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; Zeroed, then some fields are set.
define ptr @set_after(i64 %n, i32 %x) {
; CHECK-LABEL: @set_after(
; CHECK-NEXT:    %p = call ptr @__zp_zalloc(i64 %n)
; CHECK-NEXT:    store i32 %x, ptr %p
; CHECK-NEXT:    ret ptr %p
  %p = call ptr @malloc(i64 %n)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  store i32 %x, ptr %p
  ret ptr %p
}

; Set, then zeroed: the stores were dead and go with the zeroing.
define ptr @set_before(i64 %n, i32 %x) {
; CHECK-LABEL: @set_before(
; CHECK-NEXT:    %p = call ptr @__zp_zalloc(i64 %n)
; CHECK-NEXT:    ret ptr %p
  %p = call ptr @malloc(i64 %n)
  store i32 %x, ptr %p
  %second = getelementptr i8, ptr %p, i64 4
  store i32 %x, ptr %second
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ret ptr %p
}

; A copy into the block is a dead store too.
define ptr @copied_before(i64 %n, ptr %from) {
; CHECK-LABEL: @copied_before(
; CHECK-NEXT:    %p = call ptr @__zp_zalloc(i64 %n)
; CHECK-NEXT:    ret ptr %p
  %p = call ptr @malloc(i64 %n)
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %from, i64 16, i1 false)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ret ptr %p
}

; On one arm only, but the zeroing follows on both.
define ptr @set_on_one_arm(i64 %n, i1 %c) {
; CHECK-LABEL: @set_on_one_arm(
; CHECK:         %p = call ptr @__zp_zalloc(i64 %n)
; CHECK-NOT:     store
; CHECK-NOT:     memset
; CHECK:         ret ptr %p
entry:
  %p = call ptr @malloc(i64 %n)
  br i1 %c, label %arm, label %both
arm:
  store i8 1, ptr %p
  br label %both
both:
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ret ptr %p
}

; Between two zeroings a field is set: the second is the last word on it, and
; the first goes at the allocation. Nothing but zeroes is left.
define ptr @set_between(i64 %n) {
; CHECK-LABEL: @set_between(
; CHECK-NEXT:    %p = call ptr @__zp_zalloc(i64 %n)
; CHECK-NEXT:    store i8 1, ptr %p
; CHECK-NEXT:    call void @llvm.memset
; CHECK-NEXT:    ret ptr %p
  %p = call ptr @malloc(i64 %n)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  store i8 1, ptr %p
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ret ptr %p
}

; A zeroed block all of whose fields are set is a plain one.
define ptr @all_fields(i64 %a, i64 %b, ptr %c) {
; CHECK-LABEL: @all_fields(
; CHECK:         %p = call ptr @malloc(i64 24)
; CHECK-NOT:     store {{.*}} zeroinitializer
; CHECK-NOT:     store i64 0
; CHECK:         store i64 %a, ptr %p
; CHECK:         store i64 %b
; CHECK:         store ptr %c
entry:
  %p = call ptr @calloc(i64 1, i64 24)
  %failed = icmp eq ptr %p, null
  br i1 %failed, label %out, label %set
set:
  store i64 %a, ptr %p
  %second = getelementptr i8, ptr %p, i64 8
  store i64 %b, ptr %second
  %third = getelementptr i8, ptr %p, i64 16
  store ptr %c, ptr %third
  br label %out
out:
  ret ptr %p
}

; Out of order and overlapping, and with a test the other way round.
define ptr @all_bytes(i32 %x) {
; CHECK-LABEL: @all_bytes(
; CHECK:         %p = call ptr @malloc(i64 16)
; CHECK-NOT:     zeroinitializer
; CHECK:         store i64 -1
entry:
  %p = call ptr @calloc(i64 2, i64 8)
  %there = icmp ne ptr %p, null
  br i1 %there, label %set, label %out
set:
  %at8 = getelementptr i8, ptr %p, i64 8
  store i64 -1, ptr %at8
  %at4 = getelementptr i8, ptr %p, i64 4
  store i64 1, ptr %at4
  store i32 %x, ptr %p
  br label %out
out:
  ret ptr %p
}

declare noalias ptr @malloc(i64) #0
declare noalias ptr @calloc(i64, i64) #1
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

attributes #0 = { nounwind willreturn allockind("alloc,uninitialized") allocsize(0) memory(inaccessiblemem: readwrite) "alloc-family"="malloc" }
attributes #1 = { nounwind willreturn allockind("alloc,zeroed") allocsize(0,1) memory(inaccessiblemem: readwrite) "alloc-family"="malloc" }
