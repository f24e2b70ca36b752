; Row C12: calls that cannot be exchanged, and blocks that are not ordinary.
; RUN: %loadopt -passes='zeropass<runtime=library>' -S %s \
; RUN:   -pass-remarks-output=%t.yaml | FileCheck %s
; RUN: FileCheck --check-prefix=WHY %s < %t.yaml

target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; Operand bundles: deopt state, or whatever they may mean.
; WHY:      Name: {{ *}}OperandBundle
; WHY-NEXT: Function: {{ *}}bundle
define ptr @bundle(i64 %n) {
; CHECK-LABEL: @bundle(
; CHECK:         %p = call ptr @malloc(i64 %n){{.*}} [ "deopt"(i64 7) ]
; CHECK-NEXT:    call void @llvm.memset
  %p = call ptr @malloc(i64 %n) [ "deopt"(i64 7) ]
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ret ptr %p
}

; The twin without.
; WHY:      Name: {{ *}}ZeroedVariant
; WHY-NEXT: Function: {{ *}}no_bundle
define ptr @no_bundle(i64 %n) {
; CHECK-LABEL: @no_bundle(
; CHECK-NEXT:    %p = call ptr @__zp_zalloc(i64 %n)
; CHECK-NEXT:    ret ptr %p
  %p = call ptr @malloc(i64 %n)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ret ptr %p
}

; WHY:      Name: {{ *}}OperandBundle
; WHY-NEXT: Function: {{ *}}small_with_bundle
define ptr @small_with_bundle() {
; CHECK-LABEL: @small_with_bundle(
; CHECK-NEXT:    %p = call ptr @calloc(i64 1, i64 8){{.*}} [ "deopt"(i64 7) ]
; CHECK-NEXT:    ret ptr %p
  %p = call ptr @calloc(i64 1, i64 8) [ "deopt"(i64 7) ]
  ret ptr %p
}

; It must be a tail call: the caller's frame is gone by then.
; WHY:      Name: {{ *}}CoroutineOrMustTail
; WHY-NEXT: Function: {{ *}}must_tail
define ptr @must_tail(i64 %n, i64 %size) {
; CHECK-LABEL: @must_tail(
; CHECK-NEXT:    %p = musttail call ptr @calloc(i64 %n, i64 %size)
; CHECK-NEXT:    ret ptr %p
  %p = musttail call ptr @calloc(i64 %n, i64 %size)
  ret ptr %p
}

; It may be one, and stays one.
; WHY:      Name: {{ *}}SizedCalloc
; WHY-NEXT: Function: {{ *}}may_tail
define ptr @may_tail(i64 %n, i64 %size) {
; CHECK-LABEL: @may_tail(
; CHECK-NEXT:    %p = tail call ptr @__zp_calloc(i64 %n, i64 %size)
; CHECK-NEXT:    ret ptr %p
  %p = tail call ptr @calloc(i64 %n, i64 %size)
  ret ptr %p
}

; WHY:      Name: {{ *}}SizedCalloc
; WHY-NEXT: Function: {{ *}}no_tail
define ptr @no_tail(i64 %n, i64 %size) {
; CHECK-LABEL: @no_tail(
; CHECK-NEXT:    %p = notail call ptr @__zp_calloc(i64 %n, i64 %size)
  %p = notail call ptr @calloc(i64 %n, i64 %size)
  ret ptr %p
}

; A coroutine that is not split yet: its frame is still to be laid out.
; WHY:      Name: {{ *}}CoroutineOrMustTail
; WHY-NEXT: Function: {{ *}}coroutine
define ptr @coroutine(i64 %n) presplitcoroutine {
; CHECK-LABEL: @coroutine(
; CHECK:         %p = call ptr @malloc(i64 %n)
; CHECK-NEXT:    call void @llvm.memset
  %p = call ptr @malloc(i64 %n)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ret ptr %p
}

; The same when it is split.
; WHY:      Name: {{ *}}ZeroedVariant
; WHY-NEXT: Function: {{ *}}resumed
define ptr @resumed(i64 %n) {
; CHECK-LABEL: @resumed(
; CHECK:         %p = call ptr @__zp_zalloc(i64 %n)
  %p = call ptr @malloc(i64 %n)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ret ptr %p
}

; Zeroed through a pointer of
; another address space.
; WHY:      Name: {{ *}}NotZeroed
; WHY-NEXT: Function: {{ *}}other_space
define ptr @other_space(i64 %n) {
; CHECK-LABEL: @other_space(
; CHECK:         %p = call ptr @malloc(i64 %n)
; CHECK:         call void @llvm.memset.p3
  %p = call ptr @malloc(i64 %n)
  %far = addrspacecast ptr %p to ptr addrspace(3)
  call void @llvm.memset.p3.i64(ptr addrspace(3) %far, i8 0, i64 %n, i1 false)
  ret ptr %p
}

; An allocator that hands out another address space.
; WHY:      Name: {{ *}}{{FamilyNotServed|AddressSpace}}
; WHY-NEXT: Function: {{ *}}from_space
define ptr addrspace(1) @from_space(i64 %n) {
; CHECK-LABEL: @from_space(
; CHECK:         %p = call ptr addrspace(1) @gc_alloc(i64 %n)
; CHECK:         call void @llvm.memset.p1
  %p = call ptr addrspace(1) @gc_alloc(i64 %n)
  call void @llvm.memset.p1.i64(ptr addrspace(1) %p, i8 0, i64 %n, i1 false)
  ret ptr addrspace(1) %p
}

; Another calling convention than C's is another function.
; WHY:      Name: {{ *}}NoBuiltin
; WHY-NEXT: Function: {{ *}}other_convention
define ptr @other_convention(i64 %n) {
; CHECK-LABEL: @other_convention(
; CHECK:         %p = call fastcc ptr @malloc(i64 %n)
; CHECK-NEXT:    call void @llvm.memset
  %p = call fastcc ptr @malloc(i64 %n)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ret ptr %p
}

; Other families.
; WHY:      Name: {{ *}}FamilyNotServed
; WHY-NEXT: Function: {{ *}}aligned
define ptr @aligned(i64 %n) {
; CHECK-LABEL: @aligned(
; CHECK:         %p = call ptr @aligned_alloc(i64 64, i64 %n)
; CHECK-NEXT:    call void @llvm.memset
  %p = call ptr @aligned_alloc(i64 64, i64 %n)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ret ptr %p
}

; WHY:      Name: {{ *}}FamilyNotServed
; WHY-NEXT: Function: {{ *}}own_family
define ptr @own_family(i64 %n) {
; CHECK-LABEL: @own_family(
; CHECK:         %p = call ptr @arena_alloc(i64 %n)
; CHECK-NEXT:    call void @llvm.memset
  %p = call ptr @arena_alloc(i64 %n)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ret ptr %p
}

; A zeroed member of a family of its own: never malloc, whose free is another's.
; WHY:      Name: {{ *}}FamilyNotServed
; WHY-NEXT: Function: {{ *}}own_zeroed
define ptr @own_zeroed() {
; CHECK-LABEL: @own_zeroed(
; CHECK-NEXT:    %p = call ptr @arena_calloc(i64 1, i64 8)
; CHECK-NEXT:    ret ptr %p
  %p = call ptr @arena_calloc(i64 1, i64 8)
  ret ptr %p
}

declare noalias ptr @arena_alloc(i64) allockind("alloc,uninitialized") allocsize(0) "alloc-family"="arena"
declare noalias ptr @arena_calloc(i64, i64) allockind("alloc,zeroed") allocsize(0, 1) "alloc-family"="arena"
declare noalias ptr addrspace(1) @gc_alloc(i64) allockind("alloc,uninitialized") allocsize(0) "alloc-family"="gc"
declare void @llvm.memset.p1.i64(ptr addrspace(1), i8, i64, i1)
declare void @llvm.memset.p3.i64(ptr addrspace(3), i8, i64, i1)

declare noalias ptr @malloc(i64) #0
declare noalias ptr @calloc(i64, i64) #1
declare noalias ptr @aligned_alloc(i64 allocalign, i64) #7
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

attributes #0 = { nounwind willreturn allockind("alloc,uninitialized") allocsize(0) memory(inaccessiblemem: readwrite) "alloc-family"="malloc" }
attributes #1 = { nounwind willreturn allockind("alloc,zeroed") allocsize(0,1) memory(inaccessiblemem: readwrite) "alloc-family"="malloc" }
attributes #7 = { nounwind willreturn allockind("alloc,uninitialized,aligned") allocsize(1) memory(inaccessiblemem: readwrite) "alloc-family"="malloc" }
