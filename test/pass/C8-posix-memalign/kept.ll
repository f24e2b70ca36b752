; Row C8: posix_memalign reports by its result and, when it fails, leaves the
; out-parameter alone. Until it has a variant of its own it stays.
; RUN: %loadopt -passes='zeropass<runtime=library>' -S %s | FileCheck %s
; RUN: %loadopt -passes='zeropass<runtime=library>' -S %s -o %t.ll \
; RUN:   -pass-remarks-missed=zeropass 2>&1 | FileCheck %s --check-prefix=WHY
; WHY: #1 posix_memalign of %n bytes: kept: there is no zeroed variant for this allocator family

target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: @checked(
; CHECK:         %error = call i32 @posix_memalign(ptr %slot, i64 64, i64 %n)
; CHECK:         call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
define ptr @checked(i64 %n) {
entry:
  %slot = alloca ptr
  %error = call i32 @posix_memalign(ptr %slot, i64 64, i64 %n)
  %failed = icmp ne i32 %error, 0
  br i1 %failed, label %out, label %zero
zero:
  %p = load ptr, ptr %slot
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ret ptr %p
out:
  ret ptr null
}

; The out-parameter holds another block, which is what a failure leaves there.
; CHECK-LABEL: @old_block_stays(
; CHECK:         store ptr %old, ptr %slot
; CHECK:         call i32 @posix_memalign
; CHECK:         call void @llvm.memset
define ptr @old_block_stays(i64 %n) {
  %slot = alloca ptr
  %old = call ptr @malloc(i64 %n)
  store ptr %old, ptr %slot
  %error = call i32 @posix_memalign(ptr %slot, i64 64, i64 %n)
  %p = load ptr, ptr %slot
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ret ptr %p
}

; The twin: malloc into the same kind of slot.
; CHECK-LABEL: @by_malloc(
; CHECK:         call ptr @__zp_zalloc(i64 %n)
; CHECK-NOT:     memset
; CHECK:         ret ptr
define ptr @by_malloc(i64 %n) {
entry:
  %slot = alloca ptr
  %new = call ptr @malloc(i64 %n)
  store ptr %new, ptr %slot
  %failed = icmp eq ptr %new, null
  br i1 %failed, label %out, label %zero
zero:
  %p = load ptr, ptr %slot
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ret ptr %p
out:
  ret ptr null
}

declare noalias ptr @malloc(i64) #0
declare i32 @posix_memalign(ptr, i64, i64)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

attributes #0 = { nounwind willreturn allockind("alloc,uninitialized") allocsize(0) memory(inaccessiblemem: readwrite) "alloc-family"="malloc" }
