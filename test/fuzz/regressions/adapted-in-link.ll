; In a link the bodies that earlier compilations brought in become the module's
; own, and the optimiser adapts them to the calls it sees. A new call is not one
; of them: it needs another body, not this one for 4096 bytes.
; RUN: %loadopt -passes=zeropass -verify-each -S %s | FileCheck %s

target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@__zp1_allocator_found = internal global i32 0

; CHECK-LABEL: @old(
; CHECK: call fastcc ptr @__zp1_zalloc.local(i64 undef)
define ptr @old() optsize {
  %p = call fastcc ptr @__zp1_zalloc(i64 undef) "zeropass"="done"
  ret ptr %p
}

; CHECK-LABEL: @new(
; CHECK: call ptr @__zp1_zalloc(i64 %n)
define ptr @new(i64 %n) optsize {
  %p = call ptr @malloc(i64 %n)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ret ptr %p
}

; CHECK: define internal fastcc noalias ptr @__zp1_zalloc.local(i64 %unused)
; CHECK: call i32 @__zp1_identify_allocator.local()
define internal fastcc noalias ptr @__zp1_zalloc(i64 %unused) {
  %id = call i32 @__zp1_identify_allocator()
  %p = call ptr @calloc(i64 1, i64 4096) "zeropass"="done"
  ret ptr %p
}

define internal i32 @__zp1_identify_allocator() noinline {
  store i32 1, ptr @__zp1_allocator_found
  ret i32 1
}

; CHECK: define linkonce_odr hidden {{.*}}ptr @__zp1_zalloc(i64
; CHECK: @__zp1_identify_allocator()

declare ptr @malloc(i64)
declare ptr @calloc(i64, i64)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
