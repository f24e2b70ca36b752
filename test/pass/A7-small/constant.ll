; Row A7: a small block of constant size wants malloc and stores side by side.
; Where they stand like that already, nothing is done; LLVM's calloc of them is
; taken apart again (row B1 and pipeline.c).
; RUN: %loadopt -passes='zeropass<runtime=library>' -S %s \
; RUN:   -pass-remarks-output=%t.yaml | FileCheck %s
; RUN: FileCheck --check-prefix=WHY %s < %t.yaml

target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; WHY:      Name: {{ *}}AlreadyBest
; WHY-NEXT: Function: {{ *}}side_by_side
define ptr @side_by_side() {
; CHECK-LABEL: @side_by_side(
; CHECK-NEXT:    %p = call ptr @malloc(i64 64)
; CHECK-NEXT:    call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 64, i1 false)
; CHECK-NEXT:    ret ptr %p
  %p = call ptr @malloc(i64 64)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 64, i1 false)
  ret ptr %p
}

; The limit itself.
; WHY:      Name: {{ *}}AlreadyBest
; WHY-NEXT: Function: {{ *}}at_the_limit
define ptr @at_the_limit() {
; CHECK-LABEL: @at_the_limit(
; CHECK-NEXT:    %p = call ptr @malloc(i64 1024)
; CHECK-NEXT:    call void @llvm.memset
  %p = call ptr @malloc(i64 1024)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 1024, i1 false)
  ret ptr %p
}

; WHY:      Name: {{ *}}ZeroedVariant
; WHY-NEXT: Function: {{ *}}above_the_limit
define ptr @above_the_limit() {
; CHECK-LABEL: @above_the_limit(
; CHECK-NEXT:    %p = call ptr @__zp_zalloc(i64 1025)
; CHECK-NEXT:    ret ptr %p
  %p = call ptr @malloc(i64 1025)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 1025, i1 false)
  ret ptr %p
}

; A dead store in front is not worth a call either; it stays, and so does the
; order.
; WHY:      Name: {{ *}}AlreadyBest
; WHY-NEXT: Function: {{ *}}store_in_front
define ptr @store_in_front() {
; CHECK-LABEL: @store_in_front(
; CHECK-NEXT:    %p = call ptr @malloc(i64 64)
; CHECK-NEXT:    store i32 7, ptr %p
; CHECK-NEXT:    call void @llvm.memset
  %p = call ptr @malloc(i64 64)
  store i32 7, ptr %p
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 64, i1 false)
  ret ptr %p
}

; malloc(0) may give a block or null: the C library's affair.
; WHY: Function: {{ *}}nothing
define ptr @nothing() {
; CHECK-LABEL: @nothing(
; CHECK-NEXT:    %p = call ptr @malloc(i64 0)
  %p = call ptr @malloc(i64 0)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 0, i1 false)
  ret ptr %p
}

declare noalias ptr @malloc(i64) #0
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

attributes #0 = { nounwind willreturn allockind("alloc,uninitialized") allocsize(0) memory(inaccessiblemem: readwrite) "alloc-family"="malloc" }
