; Row C12: fences and other synchronisation between allocation and zeroing.
; RUN: %loadopt -passes='zeropass<runtime=library>' -S %s | FileCheck %s

target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@shared = global ptr null
@flag = global i32 0

; A fence after the block was published: others may have written it.
define ptr @fence_after_publishing(i64 %n) {
; CHECK-LABEL: @fence_after_publishing(
; CHECK:         call ptr @malloc(i64 %n)
; CHECK:         fence seq_cst
; CHECK-NEXT:    call void @llvm.memset
  %p = call ptr @malloc(i64 %n)
  store ptr %p, ptr @shared
  fence seq_cst
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ret ptr %p
}

; A fence is a fence, even where nobody else has the block.
define ptr @fence_alone(i64 %n) {
; CHECK-LABEL: @fence_alone(
; CHECK:         call ptr @malloc(i64 %n)
; CHECK:         fence acquire
; CHECK-NEXT:    call void @llvm.memset
  %p = call ptr @malloc(i64 %n)
  fence acquire
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ret ptr %p
}

define ptr @acquire_after_publishing(i64 %n) {
; CHECK-LABEL: @acquire_after_publishing(
; CHECK:         call ptr @malloc(i64 %n)
; CHECK:         load atomic i32, ptr @flag acquire
; CHECK-NEXT:    call void @llvm.memset
  %p = call ptr @malloc(i64 %n)
  store ptr %p, ptr @shared
  %x = load atomic i32, ptr @flag acquire, align 4
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ret ptr %p
}

define ptr @exchange(i64 %n) {
; CHECK-LABEL: @exchange(
; CHECK:         call ptr @malloc(i64 %n)
; CHECK:         atomicrmw xchg
; CHECK-NEXT:    call void @llvm.memset
  %p = call ptr @malloc(i64 %n)
  %old = atomicrmw xchg ptr @shared, ptr %p acq_rel
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ret ptr %p
}

define ptr @compare_exchange(i64 %n) {
; CHECK-LABEL: @compare_exchange(
; CHECK:         call ptr @malloc(i64 %n)
; CHECK:         cmpxchg
; CHECK:         call void @llvm.memset
  %p = call ptr @malloc(i64 %n)
  %pair = cmpxchg ptr @shared, ptr null, ptr %p seq_cst seq_cst
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ret ptr %p
}

; The twin: a fence before the allocation, and one behind the zeroing.
define ptr @fences_around(i64 %n) {
; CHECK-LABEL: @fences_around(
; CHECK-NEXT:    fence seq_cst
; CHECK-NEXT:    %p = call ptr @__zp_zalloc(i64 %n)
; CHECK-NEXT:    fence release
  fence seq_cst
  %p = call ptr @malloc(i64 %n)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  fence release
  store ptr %p, ptr @shared
  ret ptr %p
}

; A zeroed block, published and fenced, is zeroed again: that may be news.
define ptr @zeroed_and_fenced(i64 %n) {
; CHECK-LABEL: @zeroed_and_fenced(
; CHECK:         fence seq_cst
; CHECK-NEXT:    call void @llvm.memset
  %p = call ptr @calloc(i64 %n, i64 1)
  store ptr %p, ptr @shared
  fence seq_cst
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ret ptr %p
}

; Overwritten only after others could look.
define ptr @overwritten_after_fence(i64 %x) {
; CHECK-LABEL: @overwritten_after_fence(
; CHECK:         call ptr @malloc(i64 8)
; CHECK:         store i64 0, ptr %p
; CHECK:         fence seq_cst
; CHECK-NEXT:    store i64 %x, ptr %p
  %p = call ptr @calloc(i64 1, i64 8)
  store ptr %p, ptr @shared
  fence seq_cst
  store i64 %x, ptr %p
  ret ptr %p
}

declare noalias ptr @malloc(i64) #0
declare noalias ptr @calloc(i64, i64) #1
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

attributes #0 = { nounwind willreturn allockind("alloc,uninitialized") allocsize(0) memory(inaccessiblemem: readwrite) "alloc-family"="malloc" }
attributes #1 = { nounwind willreturn allockind("alloc,zeroed") allocsize(0,1) memory(inaccessiblemem: readwrite) "alloc-family"="malloc" }
