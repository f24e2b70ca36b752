; The annotation as clang writes it, and what only looks like it.
; RUN: %loadopt -passes='zeropass<runtime=library>' -S %s \
; RUN:   -pass-remarks-output=%t.yaml | FileCheck %s
; RUN: FileCheck --check-prefix=WHY %s < %t.yaml

target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@keep = private constant [14 x i8] c"zeropass:keep\00", section "llvm.metadata"
@more = private constant [15 x i8] c"zeropass:keep2\00", section "llvm.metadata"
@file = private constant [2 x i8] c"f\00", section "llvm.metadata"
@variable = global i32 0
@llvm.global.annotations = appending global [3 x { ptr, ptr, ptr, i32, ptr }] [
  { ptr, ptr, ptr, i32, ptr } { ptr @kept, ptr @keep, ptr @file, i32 1, ptr null },
  { ptr, ptr, ptr, i32, ptr } { ptr @other_text, ptr @more, ptr @file, i32 2, ptr null },
  { ptr, ptr, ptr, i32, ptr } { ptr @variable, ptr @keep, ptr @file, i32 3, ptr null }
], section "llvm.metadata"

; WHY:      Name: {{ *}}Excluded
; WHY-NEXT: Function: {{ *}}kept
define ptr @kept() {
; CHECK-LABEL: @kept(
; CHECK-NEXT:    %p = call ptr @calloc(i64 1, i64 24)
  %p = call ptr @calloc(i64 1, i64 24)
  ret ptr %p
}

; WHY:      Name: {{ *}}InlineZeroing
; WHY-NEXT: Function: {{ *}}other_text
define ptr @other_text() {
; CHECK-LABEL: @other_text(
; CHECK-NEXT:    %p = call ptr @malloc(i64 24)
  %p = call ptr @calloc(i64 1, i64 24)
  ret ptr %p
}

declare noalias ptr @calloc(i64, i64) #1

attributes #1 = { nounwind willreturn allockind("alloc,zeroed") allocsize(0,1) memory(inaccessiblemem: readwrite) "alloc-family"="malloc" }
