; Row C9: the allocation-token sanitizer of LLVM 22 rewrites the calls itself.
; REQUIRES: llvm-at-least-22
; RUN: %loadopt -passes='zeropass<runtime=library>' -S %s | FileCheck %s

target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define ptr @tokens(i64 %n) sanitize_alloc_token {
; CHECK-LABEL: @tokens(
; CHECK:         call ptr @malloc(i64 %n)
; CHECK-SAME:      !alloc_token
; CHECK-NEXT:    call void @llvm.memset
  %p = call ptr @malloc(i64 %n), !alloc_token !0
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ret ptr %p
}

; Without the sanitizer the hint is carried along.
define ptr @hint(i64 %n) {
; CHECK-LABEL: @hint(
; CHECK:         call ptr @__zp_zalloc(i64 %n)
; CHECK-SAME:      !alloc_token
; CHECK-NEXT:    ret ptr
  %p = call ptr @malloc(i64 %n), !alloc_token !0
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ret ptr %p
}

declare noalias ptr @malloc(i64)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

!0 = !{!"int", i1 false}
