; Row C5: with --wrap=calloc the linker sends every calloc to __wrap_calloc, the
; runtime's too. Neither that function nor what it calls may be rewritten.
; RUN: %loadopt -passes='zeropass<runtime=library>' -S %s | FileCheck %s

target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: @__wrap_calloc(
; CHECK:         %p = call ptr @malloc(i64 %bytes)
; CHECK-NEXT:    call void @llvm.memset
; CHECK:         call ptr @zeroed(i64 %bytes)
define ptr @__wrap_calloc(i64 %n, i64 %size) {
  %bytes = mul i64 %n, %size
  %p = call ptr @malloc(i64 %bytes)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %bytes, i1 false)
  %failed = icmp eq ptr %p, null
  br i1 %failed, label %again, label %out
again:
  %q = call ptr @zeroed(i64 %bytes)
  ret ptr %q
out:
  ret ptr %p
}

; CHECK-LABEL: define internal ptr @zeroed(
; CHECK:         %p = call ptr @malloc(i64 %n)
; CHECK-NEXT:    call void @llvm.memset
define internal ptr @zeroed(i64 %n) noinline {
  %p = call ptr @malloc(i64 %n)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ret ptr %p
}

declare noalias ptr @malloc(i64) #0
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

attributes #0 = { nounwind willreturn allockind("alloc,uninitialized") allocsize(0) memory(inaccessiblemem: readwrite) "alloc-family"="malloc" }
