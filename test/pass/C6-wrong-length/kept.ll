; Row C6: the length is not the block's, by mistake or not.
; RUN: %loadopt -passes='zeropass<runtime=library>' -S %s \
; RUN:   -pass-remarks-output=%t.yaml | FileCheck %s
; RUN: FileCheck --check-prefix=WHY %s < %t.yaml

target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; memset(p, 0, sizeof p).
; WHY:      Name: {{ *}}SizeMismatch
; WHY-NEXT: Function: {{ *}}size_of_pointer
define ptr @size_of_pointer(i64 %n) {
; CHECK-LABEL: @size_of_pointer(
; CHECK-NEXT:    %p = call ptr @malloc(i64 %n)
; CHECK-NEXT:    call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 8, i1 false)
  %p = call ptr @malloc(i64 %n)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 8, i1 false)
  ret ptr %p
}

; memset(p, n, 0): the arguments changed places.
; WHY:      Name: {{ *}}NotZeroed
; WHY-NEXT: Function: {{ *}}changed_places
define ptr @changed_places(i64 %n) {
; CHECK-LABEL: @changed_places(
; CHECK:         %p = call ptr @malloc(i64 %n)
; CHECK:         call void @llvm.memset
  %byte = trunc i64 %n to i8
  %p = call ptr @malloc(i64 %n)
  call void @llvm.memset.p0.i64(ptr %p, i8 %byte, i64 0, i1 false)
  ret ptr %p
}

; Longer than the block: undefined, so it proves nothing about the size.
; WHY:      Name: {{ *}}SizeMismatch
; WHY-NEXT: Function: {{ *}}too_long
define ptr @too_long() {
; CHECK-LABEL: @too_long(
; CHECK-NEXT:    %p = call ptr @malloc(i64 2048)
; CHECK-NEXT:    call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 4096, i1 false)
  %p = call ptr @malloc(i64 2048)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 4096, i1 false)
  ret ptr %p
}

; The twin.
; WHY:      Name: {{ *}}ZeroedVariant
; WHY-NEXT: Function: {{ *}}right_length
define ptr @right_length() {
; CHECK-LABEL: @right_length(
; CHECK-NEXT:    %p = call ptr @__zp_zalloc(i64 2048)
; CHECK-NEXT:    ret ptr %p
  %p = call ptr @malloc(i64 2048)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 2048, i1 false)
  ret ptr %p
}

; One byte too long, in unknown terms.
; WHY:      Name: {{ *}}SizeMismatch
; WHY-NEXT: Function: {{ *}}one_too_long
define ptr @one_too_long(i64 %n) {
; CHECK-LABEL: @one_too_long(
; CHECK-NEXT:    %p = call ptr @malloc(i64 %n)
; CHECK:         call void @llvm.memset
  %p = call ptr @malloc(i64 %n)
  %more = add i64 %n, 1
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %more, i1 false)
  ret ptr %p
}

; A string that ends with its terminator.
; WHY:      Name: {{ *}}{{Partial|SizeMismatch}}
; WHY-NEXT: Function: {{ *}}terminator
define ptr @terminator(i64 %n) {
; CHECK-LABEL: @terminator(
; CHECK:         %p = call ptr @malloc(i64 %n1)
; CHECK:         store i8 0, ptr %last
  %n1 = add i64 %n, 1
  %p = call ptr @malloc(i64 %n1)
  %last = getelementptr i8, ptr %p, i64 %n
  store i8 0, ptr %last
  ret ptr %p
}

; A header's fields.
; WHY:      Name: {{ *}}Partial
; WHY-NEXT: Function: {{ *}}header
define ptr @header(i64 %n) {
; CHECK-LABEL: @header(
; CHECK:         %p = call ptr @malloc(i64 %n)
; CHECK:         store i64 0, ptr %p
; CHECK:         store ptr null, ptr %second
  %p = call ptr @malloc(i64 %n)
  store i64 0, ptr %p
  %second = getelementptr i8, ptr %p, i64 8
  store ptr null, ptr %second
  ret ptr %p
}

; In front of the block.
; WHY: Function: {{ *}}in_front
define ptr @in_front(i64 %n) {
; CHECK-LABEL: @in_front(
; CHECK:         call ptr @malloc(i64 %n)
; CHECK:         call void @llvm.memset
  %p = call ptr @malloc(i64 %n)
  %front = getelementptr i8, ptr %p, i64 -8
  call void @llvm.memset.p0.i64(ptr %front, i8 0, i64 %n, i1 false)
  ret ptr %p
}

; What stands in the block where the zeroing ends must survive it.
define ptr @rest_survives(i64 %n, i64 %x) {
; CHECK-LABEL: @rest_survives(
; CHECK:         %p = call ptr @__zp_calloc(i64 %n, i64 1)
; CHECK:         store i64 %x, ptr %p
; CHECK:         call void @llvm.memset.p0.i64(ptr %rest
  %p = call ptr @calloc(i64 %n, i64 1)
  store i64 %x, ptr %p
  %rest = getelementptr i8, ptr %p, i64 4
  call void @llvm.memset.p0.i64(ptr %rest, i8 0, i64 8, i1 false)
  ret ptr %p
}

declare noalias ptr @malloc(i64) #0
declare noalias ptr @calloc(i64, i64) #1
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

attributes #0 = { nounwind willreturn allockind("alloc,uninitialized") allocsize(0) memory(inaccessiblemem: readwrite) "alloc-family"="malloc" }
attributes #1 = { nounwind willreturn allockind("alloc,zeroed") allocsize(0,1) memory(inaccessiblemem: readwrite) "alloc-family"="malloc" }
