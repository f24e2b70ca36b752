; Row A18, the other side.
; RUN: %loadopt -passes='zeropass<runtime=library>' -S %s \
; RUN:   -pass-remarks-output=%t.yaml | FileCheck %s
; RUN: FileCheck --check-prefix=WHY %s < %t.yaml

target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; WHY: Function: {{ *}}half_by_bzero
define ptr @half_by_bzero(i64 %n) {
; CHECK-LABEL: @half_by_bzero(
; CHECK:         %p = call ptr @malloc(i64 %n)
; CHECK:         call void @bzero
  %p = call ptr @malloc(i64 %n)
  %half = lshr i64 %n, 1
  call void @bzero(ptr %p, i64 %half)
  ret ptr %p
}

; A bzero that is not the C library's.
; WHY: Name: {{ *}}EscapesBefore{{$}}
; WHY: Function: {{ *}}own_bzero
define ptr @own_bzero(i64 %n) {
; CHECK-LABEL: @own_bzero(
; CHECK:         %p = call ptr @malloc(i64 %n)
; CHECK:         call void @bzero(ptr %p, i64 %n) [[NOBUILTIN:#[0-9]+]]
  %p = call ptr @malloc(i64 %n)
  call void @bzero(ptr %p, i64 %n) nobuiltin
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ret ptr %p
}

; A caller compiled with -fno-builtin-bzero.
; WHY: Function: {{ *}}bzero_is_no_builtin
define ptr @bzero_is_no_builtin(i64 %n) "no-builtin-bzero" {
; CHECK-LABEL: @bzero_is_no_builtin(
; CHECK:         %p = call ptr @malloc(i64 %n)
; CHECK:         call void @bzero(
  %p = call ptr @malloc(i64 %n)
  call void @bzero(ptr %p, i64 %n)
  ret ptr %p
}

; WHY: Function: {{ *}}chk_is_no_builtin
define ptr @chk_is_no_builtin(i64 %n) "no-builtins" {
; CHECK-LABEL: @chk_is_no_builtin(
; CHECK:         call ptr @__memset_chk
  %p = call ptr @malloc(i64 %n)
  %r = call ptr @__memset_chk(ptr %p, i32 0, i64 %n, i64 -1)
  ret ptr %r
}

declare noalias ptr @malloc(i64) #0
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare ptr @__memset_chk(ptr, i32, i64, i64)
declare void @bzero(ptr nocapture, i64) nounwind

attributes #0 = { nounwind willreturn allockind("alloc,uninitialized") allocsize(0) memory(inaccessiblemem: readwrite) "alloc-family"="malloc" }
