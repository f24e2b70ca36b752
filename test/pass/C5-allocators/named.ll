; Row C5: functions that are allocators themselves. A runtime function that
; calls calloc, put into what calloc is made of, would call itself for ever.
; RUN: %loadopt -passes='zeropass<runtime=library>' -S %s \
; RUN:   -pass-remarks-output=%t.yaml | FileCheck %s
; RUN: FileCheck --check-prefix=WHY %s < %t.yaml

target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; A calloc that only this module sees.
; WHY:      Name: {{ *}}AllocatorModule
; WHY-NEXT: Function: {{ *}}calloc
define internal ptr @calloc(i64 %n, i64 %size) noinline {
; CHECK-LABEL: define internal ptr @calloc(
; CHECK:         %p = call ptr @malloc(i64 %bytes)
; CHECK-NEXT:    call void @llvm.memset
  %bytes = mul i64 %n, %size
  %p = call ptr @malloc(i64 %bytes)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %bytes, i1 false)
  ret ptr %p
}

; Its calls are none of the C library's.
; WHY:      Name: {{ *}}NoBuiltin
; WHY-NEXT: Function: {{ *}}calls_own_calloc
define ptr @calls_own_calloc(i64 %n) {
; CHECK-LABEL: @calls_own_calloc(
; CHECK-NEXT:    %p = call ptr @calloc(i64 %n, i64 8)
; CHECK-NEXT:    ret ptr %p
  %p = call ptr @calloc(i64 %n, i64 8)
  ret ptr %p
}

; Nor is a small one taken apart.
; WHY:      Name: {{ *}}NoBuiltin
; WHY-NEXT: Function: {{ *}}calls_own_small
define ptr @calls_own_small() {
; CHECK-LABEL: @calls_own_small(
; CHECK-NEXT:    %p = call ptr @calloc(i64 1, i64 8)
; CHECK-NEXT:    ret ptr %p
  %p = call ptr @calloc(i64 1, i64 8)
  ret ptr %p
}

; The zeroed member of a family of its own, as its attribute says.
; WHY:      Name: {{ *}}AllocatorModule
; WHY-NEXT: Function: {{ *}}arena_zalloc
define ptr @arena_zalloc(i64 %n) allockind("alloc,zeroed") allocsize(0) "alloc-family"="arena" {
; CHECK-LABEL: @arena_zalloc(
; CHECK:         %p = call ptr @malloc(i64 %n)
; CHECK-NEXT:    call void @llvm.memset
  %p = call ptr @malloc(i64 %n)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ret ptr %p
}

declare noalias ptr @malloc(i64) #0
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

attributes #0 = { nounwind willreturn allockind("alloc,uninitialized") allocsize(0) memory(inaccessiblemem: readwrite) "alloc-family"="malloc" }
