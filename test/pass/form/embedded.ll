; The embedded form: the bodies come into the module, the short part of each is
; inlined, and what is called is hidden and one for the whole program.
; RUN: %loadopt -passes=zeropass -S %s | FileCheck %s
; RUN: %loadopt -passes=zeropass -S %s \
; RUN:   | FileCheck %s --check-prefix=NAMES --implicit-check-not='@__zp_'

target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define ptr @unknown(i64 %n) {
; CHECK-LABEL: @unknown(
; CHECK-NOT:     call {{.*}}@__zp1_zalloc(
; CHECK:         ret ptr
  %p = call ptr @malloc(i64 %n)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ret ptr %p
}

; The overflow check comes with it: the failing product does not reach malloc.
define ptr @sized(i64 %n) {
; CHECK-LABEL: @sized(
; CHECK:         call { i64, i1 } @llvm.umul.with.overflow.i64(i64 %n, i64 24)
; CHECK-NOT:     call {{.*}}@__zp1_calloc(
; CHECK:         ret ptr
  %p = call ptr @calloc(i64 %n, i64 24)
  ret ptr %p
}

; For size nothing is inlined.
define ptr @for_size(i64 %n) minsize optsize {
; CHECK-LABEL: @for_size(
; CHECK-NEXT:    %p = call ptr @__zp1_zalloc(i64 %n)
; CHECK-NEXT:    ret ptr %p
  %p = call ptr @malloc(i64 %n)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ret ptr %p
}

; A small constant size needs no body.
define ptr @small() {
; CHECK-LABEL: @small(
; CHECK-NEXT:    %p = call ptr @malloc(i64 24)
; CHECK-NOT:     @__zp1
; CHECK:         ret ptr %p
  %p = call ptr @calloc(i64 1, i64 24)
  ret ptr %p
}

; CHECK: define linkonce_odr hidden {{.*}}ptr @__zp1_zalloc({{.*}} comdat
; NAMES: @__zp1_zalloc

declare noalias ptr @malloc(i64) #0
declare noalias ptr @calloc(i64, i64) #1
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

attributes #0 = { nounwind willreturn allockind("alloc,uninitialized") allocsize(0) memory(inaccessiblemem: readwrite) "alloc-family"="malloc" }
attributes #1 = { nounwind willreturn allockind("alloc,zeroed") allocsize(0,1) memory(inaccessiblemem: readwrite) "alloc-family"="malloc" }
