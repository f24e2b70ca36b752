; Row C3: what is stored is not zero, or not always.
; RUN: %loadopt -passes='zeropass<runtime=library>' -S %s \
; RUN:   -pass-remarks-output=%t.yaml | FileCheck %s
; RUN: FileCheck --check-prefix=WHY %s < %t.yaml

target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; -0.0 has its sign bit set.
; WHY:      Name: {{ *}}NotZeroed
; WHY-NEXT: Function: {{ *}}minus_zero
define ptr @minus_zero(i64 %n) {
; CHECK-LABEL: @minus_zero(
; CHECK:         call ptr @malloc(i64 %bytes)
; CHECK:         store double -0.000000e+00
entry:
  %bytes = shl nuw i64 %n, 3
  %p = call ptr @malloc(i64 %bytes)
  %none = icmp eq i64 %n, 0
  br i1 %none, label %out, label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %slot = getelementptr inbounds double, ptr %p, i64 %i
  store double -0.0, ptr %slot
  %next = add nuw i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %out, label %loop
out:
  ret ptr %p
}

; Its twin.
; WHY:      Name: {{ *}}ZeroedVariant
; WHY-NEXT: Function: {{ *}}plus_zero
define ptr @plus_zero(i64 %n) {
; CHECK-LABEL: @plus_zero(
; CHECK:         call ptr @__zp_zalloc(i64 %bytes)
; CHECK-NOT:     store
; CHECK:         ret ptr %p
entry:
  %bytes = shl nuw i64 %n, 3
  %p = call ptr @malloc(i64 %bytes)
  %none = icmp eq i64 %n, 0
  br i1 %none, label %out, label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %slot = getelementptr inbounds double, ptr %p, i64 %i
  store double 0.0, ptr %slot
  %next = add nuw i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %out, label %loop
out:
  ret ptr %p
}

; A vector of the two.
; WHY:      Name: {{ *}}NotZeroed
; WHY-NEXT: Function: {{ *}}half_minus_zero
define ptr @half_minus_zero(i64 %n) {
; CHECK-LABEL: @half_minus_zero(
; CHECK:         call ptr @malloc(i64 %bytes)
; CHECK:         store <2 x double>
entry:
  %bytes = shl nuw i64 %n, 4
  %p = call ptr @malloc(i64 %bytes)
  %none = icmp eq i64 %n, 0
  br i1 %none, label %out, label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %slot = getelementptr inbounds <2 x double>, ptr %p, i64 %i
  store <2 x double> <double 0.0, double -0.0>, ptr %slot
  %next = add nuw i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %out, label %loop
out:
  ret ptr %p
}

; '0'.
; WHY:      Name: {{ *}}NotZeroed
; WHY-NEXT: Function: {{ *}}digits
define ptr @digits(i64 %n) {
; CHECK-LABEL: @digits(
; CHECK:         call ptr @malloc(i64 %n)
; CHECK:         call void @llvm.memset.p0.i64(ptr %p, i8 48,
  %p = call ptr @malloc(i64 %n)
  call void @llvm.memset.p0.i64(ptr %p, i8 48, i64 %n, i1 false)
  ret ptr %p
}

; WHY:      Name: {{ *}}NotZeroed
; WHY-NEXT: Function: {{ *}}ones
define ptr @ones(i64 %n) {
; CHECK-LABEL: @ones(
; CHECK:         call ptr @malloc(i64 %n)
; CHECK:         call void @llvm.memset.p0.i64(ptr %p, i8 -1,
  %p = call ptr @malloc(i64 %n)
  call void @llvm.memset.p0.i64(ptr %p, i8 -1, i64 %n, i1 false)
  ret ptr %p
}

; undef may be chosen zero, but then the zeroing is for nothing, too.
; WHY:      Name: {{ *}}NotZeroed
; WHY-NEXT: Function: {{ *}}undefined
define ptr @undefined(i64 %n) {
; CHECK-LABEL: @undefined(
; CHECK:         call ptr @malloc(i64 %n)
; CHECK:         call void @llvm.memset.p0.i64(ptr %p, i8 undef,
  %p = call ptr @malloc(i64 %n)
  call void @llvm.memset.p0.i64(ptr %p, i8 undef, i64 %n, i1 false)
  ret ptr %p
}

; WHY:      Name: {{ *}}NotZeroed
; WHY-NEXT: Function: {{ *}}poisoned
define ptr @poisoned(i64 %n) {
; CHECK-LABEL: @poisoned(
; CHECK:         call ptr @malloc(i64 %n)
; CHECK:         call void @llvm.memset.p0.i64(ptr %p, i8 poison,
  %p = call ptr @malloc(i64 %n)
  call void @llvm.memset.p0.i64(ptr %p, i8 poison, i64 %n, i1 false)
  ret ptr %p
}

; A zeroed block keeps the undef it is given: nothing is deleted for it.
define ptr @undefined_again(i64 %n) {
; CHECK-LABEL: @undefined_again(
; CHECK:         call void @llvm.memset.p0.i64(ptr %p, i8 undef,
  %p = call ptr @calloc(i64 %n, i64 1)
  call void @llvm.memset.p0.i64(ptr %p, i8 undef, i64 %n, i1 false)
  ret ptr %p
}

; A byte that comes in.
; WHY:      Name: {{ *}}NotZeroed
; WHY-NEXT: Function: {{ *}}variable
define ptr @variable(i64 %n, i8 %byte) {
; CHECK-LABEL: @variable(
; CHECK:         call ptr @malloc(i64 %n)
; CHECK:         call void @llvm.memset.p0.i64(ptr %p, i8 %byte,
  %p = call ptr @malloc(i64 %n)
  call void @llvm.memset.p0.i64(ptr %p, i8 %byte, i64 %n, i1 false)
  ret ptr %p
}

; Zero by one of two ways.
; WHY:      Name: {{ *}}NotZeroed
; WHY-NEXT: Function: {{ *}}sometimes
define ptr @sometimes(i64 %n, i1 %c) {
; CHECK-LABEL: @sometimes(
; CHECK:         call ptr @malloc(i64 %n)
; CHECK:         call void @llvm.memset.p0.i64(ptr %p, i8 %byte,
  %byte = select i1 %c, i8 0, i8 1
  %p = call ptr @malloc(i64 %n)
  call void @llvm.memset.p0.i64(ptr %p, i8 %byte, i64 %n, i1 false)
  ret ptr %p
}

; A pointer that is null only if the linker finds nothing.
; WHY:      Name: {{ *}}NotZeroed
; WHY-NEXT: Function: {{ *}}weak_symbol
define ptr @weak_symbol(i64 %n) {
; CHECK-LABEL: @weak_symbol(
; CHECK:         call ptr @malloc(i64 %bytes)
; CHECK:         store ptr @maybe
entry:
  %bytes = shl nuw i64 %n, 3
  %p = call ptr @malloc(i64 %bytes)
  %none = icmp eq i64 %n, 0
  br i1 %none, label %out, label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %slot = getelementptr inbounds ptr, ptr %p, i64 %i
  store ptr @maybe, ptr %slot
  %next = add nuw i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %out, label %loop
out:
  ret ptr %p
}
@maybe = extern_weak global i8

; Half of the element is undef, half zero: the undef is no promise, but it is no
; zero either.
; WHY: Function: {{ *}}half_undefined
define ptr @half_undefined(i64 %n) {
; CHECK-LABEL: @half_undefined(
; CHECK:         call ptr @malloc(i64 %bytes)
; CHECK:         store <2 x i32>
entry:
  %bytes = shl nuw i64 %n, 3
  %p = call ptr @malloc(i64 %bytes)
  %none = icmp eq i64 %n, 0
  br i1 %none, label %out, label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %slot = getelementptr inbounds <2 x i32>, ptr %p, i64 %i
  store <2 x i32> <i32 0, i32 undef>, ptr %slot
  %next = add nuw i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %out, label %loop
out:
  ret ptr %p
}

declare noalias ptr @malloc(i64) #0
declare noalias ptr @calloc(i64, i64) #1
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

attributes #0 = { nounwind willreturn allockind("alloc,uninitialized") allocsize(0) memory(inaccessiblemem: readwrite) "alloc-family"="malloc" }
attributes #1 = { nounwind willreturn allockind("alloc,zeroed") allocsize(0,1) memory(inaccessiblemem: readwrite) "alloc-family"="malloc" }
