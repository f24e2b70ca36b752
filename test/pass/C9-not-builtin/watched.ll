; Row C9: a sanitizer watches the function, or nothing is to be optimised.
; RUN: %loadopt -passes='zeropass<runtime=library>' -S %s \
; RUN:   -pass-remarks-output=%t.yaml | FileCheck %s
; RUN: FileCheck --check-prefix=WHY %s < %t.yaml

target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; WHY:      Name: {{ *}}Sanitized
; WHY-NEXT: Function: {{ *}}address
define ptr @address(i64 %n) sanitize_address {
; CHECK-LABEL: @address(
; CHECK:         call ptr @malloc(i64 %n)
; CHECK-NEXT:    call void @llvm.memset
  %p = call ptr @malloc(i64 %n)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ret ptr %p
}

; WHY:      Name: {{ *}}Sanitized
; WHY-NEXT: Function: {{ *}}memory
define ptr @memory() sanitize_memory {
; CHECK-LABEL: @memory(
; CHECK-NEXT:    %p = call ptr @calloc(i64 1, i64 24)
; CHECK-NEXT:    ret ptr %p
  %p = call ptr @calloc(i64 1, i64 24)
  ret ptr %p
}

; WHY:      Name: {{ *}}Sanitized
; WHY-NEXT: Function: {{ *}}hwaddress
define ptr @hwaddress(i64 %n) sanitize_hwaddress {
; CHECK-LABEL: @hwaddress(
; CHECK:         call ptr @calloc(i64 %n, i64 8)
  %p = call ptr @calloc(i64 %n, i64 8)
  ret ptr %p
}

; WHY:      Name: {{ *}}Sanitized
; WHY-NEXT: Function: {{ *}}memtag
define ptr @memtag(i64 %n) sanitize_memtag {
; CHECK-LABEL: @memtag(
; CHECK:         call ptr @malloc(i64 %n)
; CHECK-NEXT:    call void @llvm.memset
  %p = call ptr @malloc(i64 %n)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ret ptr %p
}

; Data races are no matter of what a block holds.
; WHY:      Name: {{ *}}ZeroedVariant
; WHY-NEXT: Function: {{ *}}thread
define ptr @thread(i64 %n) sanitize_thread {
; CHECK-LABEL: @thread(
; CHECK:         call ptr @__zp_zalloc(i64 %n)
  %p = call ptr @malloc(i64 %n)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ret ptr %p
}

; optnone is not even looked at.
; WHY-NOT: Function: {{ *}}no_optimisation
define ptr @no_optimisation(i64 %n) optnone noinline {
; CHECK-LABEL: @no_optimisation(
; CHECK:         call ptr @malloc(i64 %n)
; CHECK-NEXT:    call void @llvm.memset
  %p = call ptr @malloc(i64 %n)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ret ptr %p
}

; WHY:      Name: {{ *}}ZeroedVariant
; WHY-NEXT: Function: {{ *}}nobody
define ptr @nobody(i64 %n) {
; CHECK-LABEL: @nobody(
; CHECK:         call ptr @__zp_zalloc(i64 %n)
  %p = call ptr @malloc(i64 %n)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ret ptr %p
}

declare noalias ptr @malloc(i64) #0
declare noalias ptr @calloc(i64, i64) #1
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

attributes #0 = { nounwind willreturn allockind("alloc,uninitialized") allocsize(0) memory(inaccessiblemem: readwrite) "alloc-family"="malloc" }
attributes #1 = { nounwind willreturn allockind("alloc,zeroed") allocsize(0,1) memory(inaccessiblemem: readwrite) "alloc-family"="malloc" }
