; Row C5: what a zeroed member of a family is built from stays, too: the family
; may be what calloc is.
; RUN: %loadopt -passes='zeropass<runtime=library>' -S %s | FileCheck %s

target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: @zone_calloc(
; CHECK:         call ptr @zone_zeroed(i64 %bytes)
define ptr @zone_calloc(i64 %n, i64 %size) allockind("alloc,zeroed") allocsize(0, 1) "alloc-family"="zone" {
  %bytes = mul i64 %n, %size
  %p = call ptr @zone_zeroed(i64 %bytes)
  ret ptr %p
}

; CHECK-LABEL: define internal ptr @zone_zeroed(
; CHECK:         %p = call ptr @zone_deeper(i64 %n)
define internal ptr @zone_zeroed(i64 %n) noinline {
  %p = call ptr @zone_deeper(i64 %n)
  ret ptr %p
}

; CHECK-LABEL: define internal ptr @zone_deeper(
; CHECK:         %p = call ptr @malloc(i64 %n)
; CHECK-NEXT:    call void @llvm.memset
define internal ptr @zone_deeper(i64 %n) noinline {
  %p = call ptr @malloc(i64 %n)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ret ptr %p
}

; The twin, which nothing of the zone calls.
; CHECK-LABEL: @apart(
; CHECK:         call ptr @__zp_zalloc(i64 %n)
define ptr @apart(i64 %n) {
  %p = call ptr @malloc(i64 %n)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ret ptr %p
}

declare noalias ptr @malloc(i64) #0
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

attributes #0 = { nounwind willreturn allockind("alloc,uninitialized") allocsize(0) memory(inaccessiblemem: readwrite) "alloc-family"="malloc" }
