; Row C9: a call is the C library's only if nobody says otherwise.
; RUN: %loadopt -passes='zeropass<runtime=library>' -S %s \
; RUN:   -pass-remarks-output=%t.yaml | FileCheck %s
; RUN: FileCheck --check-prefix=WHY %s < %t.yaml

target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; The call says so.
; WHY:      Name: {{ *}}NoBuiltin
; WHY-NEXT: Function: {{ *}}call_nobuiltin
define ptr @call_nobuiltin(i64 %n) {
; CHECK-LABEL: @call_nobuiltin(
; CHECK:         call ptr @malloc(i64 %n)
; CHECK-NEXT:    call void @llvm.memset
  %p = call ptr @malloc(i64 %n) nobuiltin
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ret ptr %p
}

; The twin says nothing.
; WHY:      Name: {{ *}}ZeroedVariant
; WHY-NEXT: Function: {{ *}}call_plain
define ptr @call_plain(i64 %n) {
; CHECK-LABEL: @call_plain(
; CHECK-NEXT:    %p = call ptr @__zp_zalloc(i64 %n)
; CHECK-NEXT:    ret ptr %p
  %p = call ptr @malloc(i64 %n)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ret ptr %p
}

; The caller was compiled with -fno-builtin-malloc.
; WHY:      Name: {{ *}}NoBuiltin
; WHY-NEXT: Function: {{ *}}caller_no_malloc
define ptr @caller_no_malloc(i64 %n) "no-builtin-malloc" {
; CHECK-LABEL: @caller_no_malloc(
; CHECK:         call ptr @malloc(i64 %n)
; CHECK-NEXT:    call void @llvm.memset
  %p = call ptr @malloc(i64 %n)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ret ptr %p
}

; With -fno-builtin-calloc: there must be no calloc behind the variant.
; WHY:      Name: {{ *}}NoBuiltin
; WHY-NEXT: Function: {{ *}}caller_no_calloc
define ptr @caller_no_calloc(i64 %n) "no-builtin-calloc" {
; CHECK-LABEL: @caller_no_calloc(
; CHECK:         call ptr @malloc(i64 %n)
; CHECK-NEXT:    call void @llvm.memset
  %p = call ptr @malloc(i64 %n)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ret ptr %p
}

; But another function's absence is no hindrance.
; WHY:      Name: {{ *}}ZeroedVariant
; WHY-NEXT: Function: {{ *}}caller_no_realloc
define ptr @caller_no_realloc(i64 %n) "no-builtin-realloc" {
; CHECK-LABEL: @caller_no_realloc(
; CHECK:         call ptr @__zp_zalloc(i64 %n)
  %p = call ptr @malloc(i64 %n)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ret ptr %p
}

; -fno-builtin, -ffreestanding.
; WHY:      Name: {{ *}}NoBuiltin
; WHY-NEXT: Function: {{ *}}caller_none
define ptr @caller_none(i64 %n) "no-builtins" {
; CHECK-LABEL: @caller_none(
; CHECK:         call ptr @malloc(i64 %n)
; CHECK-NEXT:    call void @llvm.memset
  %p = call ptr @malloc(i64 %n)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ret ptr %p
}

; calloc where malloc is none of the library's: not taken apart.
; WHY:      Name: {{ *}}NoBuiltin
; WHY-NEXT: Function: {{ *}}small_no_malloc
define ptr @small_no_malloc() "no-builtin-malloc" {
; CHECK-LABEL: @small_no_malloc(
; CHECK-NEXT:    %p = call ptr @calloc(i64 1, i64 24)
; CHECK-NEXT:    ret ptr %p
  %p = call ptr @calloc(i64 1, i64 24)
  ret ptr %p
}

; WHY:      Name: {{ *}}NoBuiltin
; WHY-NEXT: Function: {{ *}}sized_no_malloc
define ptr @sized_no_malloc(i64 %n) "no-builtin-malloc" {
; CHECK-LABEL: @sized_no_malloc(
; CHECK-NEXT:    %p = call ptr @calloc(i64 %n, i64 24)
; CHECK-NEXT:    ret ptr %p
  %p = call ptr @calloc(i64 %n, i64 24)
  ret ptr %p
}

; A function of that name of another type is another function.
define ptr @other_type(i32 %n) {
; CHECK-LABEL: @other_type(
; CHECK-NEXT:    %p = call ptr @valloc(i32 %n)
; CHECK-NEXT:    call void @llvm.memset
  %p = call ptr @valloc(i32 %n)
  call void @llvm.memset.p0.i32(ptr %p, i8 0, i32 %n, i1 false)
  ret ptr %p
}

; Through a pointer nobody knows.
define ptr @through_pointer(i64 %n, ptr %alloc) {
; CHECK-LABEL: @through_pointer(
; CHECK-NEXT:    %p = call ptr %alloc(i64 %n)
; CHECK-NEXT:    call void @llvm.memset
  %p = call ptr %alloc(i64 %n)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ret ptr %p
}

; Called with another type than it has.
define ptr @called_wrong(i32 %n) {
; CHECK-LABEL: @called_wrong(
; CHECK-NEXT:    %p = call ptr @malloc(i32 %n)
; CHECK-NEXT:    call void @llvm.memset
  %p = call ptr @malloc(i32 %n)
  call void @llvm.memset.p0.i32(ptr %p, i8 0, i32 %n, i1 false)
  ret ptr %p
}

; An operator new: declared nobuiltin, called builtin, which is a yes; but it
; has no variant yet.
; WHY:      Name: {{ *}}FamilyNotServed
; WHY-NEXT: Function: {{ *}}by_new
define ptr @by_new(i64 %n) {
; CHECK-LABEL: @by_new(
; CHECK:         call {{.*}}@_Znwm(i64 %n)
; CHECK-NEXT:    call void @llvm.memset
  %p = call noalias ptr @_Znwm(i64 %n) builtin allocsize(0)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ret ptr %p
}

declare ptr @valloc(i32)
declare noalias nonnull ptr @_Znwm(i64) nobuiltin allocsize(0)

declare noalias ptr @malloc(i64) #0
declare noalias ptr @calloc(i64, i64) #1
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memset.p0.i32(ptr, i8, i32, i1)

attributes #0 = { nounwind willreturn allockind("alloc,uninitialized") allocsize(0) memory(inaccessiblemem: readwrite) "alloc-family"="malloc" }
attributes #1 = { nounwind willreturn allockind("alloc,zeroed") allocsize(0,1) memory(inaccessiblemem: readwrite) "alloc-family"="malloc" }
