; A module with a malloc of its own that nobody else sees: calloc is still the
; C library's, but no call of malloc made here would reach that of the library.
; RUN: %loadopt -passes=zeropass -S %s | FileCheck %s

target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define internal ptr @malloc(i64 %n) noinline {
  ret ptr null
}

; CHECK-LABEL: @small(
; CHECK: call ptr @calloc(i64 1, i64 24)
define ptr @small() {
  %p = call ptr @calloc(i64 1, i64 24)
  ret ptr %p
}

; CHECK-LABEL: @overwritten(
; CHECK: call ptr @calloc(i64 1, i64 8)
define ptr @overwritten(i64 %x) {
  %p = call ptr @calloc(i64 1, i64 8)
  store i64 %x, ptr %p
  ret ptr %p
}

; CHECK-LABEL: @own(
; CHECK: call ptr @malloc(i64 24)
define ptr @own() {
  %p = call ptr @malloc(i64 24)
  ret ptr %p
}

declare ptr @calloc(i64, i64)
