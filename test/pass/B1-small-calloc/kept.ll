; Row B1, the other side.
; RUN: %loadopt -passes='zeropass<runtime=library>' -S %s \
; RUN:   -pass-remarks-output=%t.yaml | FileCheck %s
; RUN: FileCheck --check-prefix=WHY %s < %t.yaml
; RUN: %loadopt -passes='zeropass<runtime=library;inline-limit=64>' -S %s \
; RUN:   | FileCheck --check-prefix=LIMIT %s

target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; The last of the inline sizes, and the first beyond: calloc is best.
; WHY:      Name: {{ *}}InlineZeroing
; WHY-NEXT: Function: {{ *}}at_limit
define ptr @at_limit() {
; CHECK-LABEL: @at_limit(
; CHECK:         call ptr @malloc(i64 1024)
; LIMIT-LABEL: @at_limit(
; LIMIT:         call ptr @calloc(i64 1024, i64 1)
  %p = call ptr @calloc(i64 1024, i64 1)
  ret ptr %p
}

; WHY:      Name: {{ *}}AlreadyBest
; WHY-NEXT: Function: {{ *}}beyond_limit
define ptr @beyond_limit() {
; CHECK-LABEL: @beyond_limit(
; CHECK-NEXT:    %p = call ptr @calloc(i64 1025, i64 1)
; CHECK-NEXT:    ret ptr %p
; LIMIT-LABEL: @beyond_limit(
; LIMIT:         call ptr @calloc(i64 1025, i64 1)
  %p = call ptr @calloc(i64 1025, i64 1)
  ret ptr %p
}

define ptr @at_small_limit() {
; CHECK-LABEL: @at_small_limit(
; CHECK:         call ptr @malloc(i64 64)
; LIMIT-LABEL: @at_small_limit(
; LIMIT:         call ptr @malloc(i64 64)
  %p = call ptr @calloc(i64 1, i64 64)
  ret ptr %p
}

; WHY:      Name: {{ *}}AlreadyBest
; WHY-NEXT: Function: {{ *}}large
define ptr @large() {
; CHECK-LABEL: @large(
; CHECK-NEXT:    %p = call ptr @calloc(i64 1, i64 1048576)
  %p = call ptr @calloc(i64 1, i64 1048576)
  ret ptr %p
}

; calloc(0, n): null or a block, as the C library likes.
; WHY:      Name: {{ *}}AlreadyBest
; WHY-NEXT: Function: {{ *}}nothing
define ptr @nothing() {
; CHECK-LABEL: @nothing(
; CHECK-NEXT:    %p = call ptr @calloc(i64 0, i64 8)
  %p = call ptr @calloc(i64 0, i64 8)
  ret ptr %p
}

; The product overflows to 16: it must fail with ENOMEM, not give 16 bytes.
; WHY:      Name: {{ *}}AlreadyBest
; WHY-NEXT: Function: {{ *}}overflow
define ptr @overflow() {
; CHECK-LABEL: @overflow(
; CHECK-NEXT:    %p = call ptr @calloc(i64 1152921504606846977, i64 16)
  %p = call ptr @calloc(i64 1152921504606846977, i64 16)
  ret ptr %p
}

; One call is the smallest code.
; WHY:      Name: {{ *}}OptForSize
; WHY-NEXT: Function: {{ *}}for_size
define ptr @for_size() optsize {
; CHECK-LABEL: @for_size(
; CHECK-NEXT:    %p = call ptr @calloc(i64 1, i64 24)
  %p = call ptr @calloc(i64 1, i64 24)
  ret ptr %p
}

; WHY:      Name: {{ *}}OptForSize
; WHY-NEXT: Function: {{ *}}for_least_size
define ptr @for_least_size() minsize optsize {
; CHECK-LABEL: @for_least_size(
; CHECK-NEXT:    %p = call ptr @calloc(i64 1, i64 24)
  %p = call ptr @calloc(i64 1, i64 24)
  ret ptr %p
}

; Not for size, but the second zeroing goes there as well.
; WHY: Function: {{ *}}for_size_again
define ptr @for_size_again() optsize {
; CHECK-LABEL: @for_size_again(
; CHECK-NEXT:    %p = call ptr @calloc(i64 1, i64 24)
; CHECK-NEXT:    store i8 1, ptr %p
  %p = call ptr @calloc(i64 1, i64 24)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 16, i1 false)
  store i8 1, ptr %p
  ret ptr %p
}

declare noalias ptr @calloc(i64, i64) #1
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

attributes #1 = { nounwind willreturn allockind("alloc,zeroed") allocsize(0,1) memory(inaccessiblemem: readwrite) "alloc-family"="malloc" }
