; Row B5: a zeroed block is zeroed again.
; RUN: %loadopt -passes='zeropass<runtime=library>' -S %s | FileCheck %s

target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define ptr @whole(i64 %n) {
; CHECK-LABEL: @whole(
; CHECK-NEXT:    %p = call ptr @__zp_calloc(i64 %n, i64 1)
; CHECK-NEXT:    ret ptr %p
  %p = call ptr @calloc(i64 %n, i64 1)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ret ptr %p
}

; calloc of a large constant is the best there is; only the memset goes.
define ptr @large() {
; CHECK-LABEL: @large(
; CHECK-NEXT:    %p = call ptr @calloc(i64 1, i64 1048576)
; CHECK-NEXT:    ret ptr %p
  %p = call ptr @calloc(i64 1, i64 1048576)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 1048576, i1 false)
  ret ptr %p
}

; Of a middle size, too: not malloc and memset.
define ptr @middle() {
; CHECK-LABEL: @middle(
; CHECK-NEXT:    %p = call ptr @calloc(i64 1, i64 2048)
; CHECK-NEXT:    ret ptr %p
  %p = call ptr @calloc(i64 1, i64 2048)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 2048, i1 false)
  ret ptr %p
}

; But where a copy overwrites most of it, plain is better.
define ptr @mostly_copied(ptr %from) {
; CHECK-LABEL: @mostly_copied(
; CHECK-NEXT:    %p = call ptr @malloc(i64 2048)
; CHECK-NEXT:    store i64 0, ptr %p
; CHECK:         call void @llvm.memcpy
  %p = call ptr @calloc(i64 1, i64 2048)
  store i64 0, ptr %p
  %rest = getelementptr i8, ptr %p, i64 8
  call void @llvm.memcpy.p0.p0.i64(ptr %rest, ptr %from, i64 2040, i1 false)
  ret ptr %p
}

; Fields, in any order; a field set to something else does not keep its
; neighbour, which is known to be apart.
define ptr @fields(i64 %x) {
; CHECK-LABEL: @fields(
; CHECK-NEXT:    %p = call ptr @calloc(i64 1, i64 4096)
; CHECK-NEXT:    %at8 = getelementptr i8, ptr %p, i64 8
; CHECK-NEXT:    store i64 %x, ptr %at8
; CHECK-NEXT:    ret ptr %p
  %p = call ptr @calloc(i64 1, i64 4096)
  %at16 = getelementptr i8, ptr %p, i64 16
  store i64 0, ptr %at16
  store ptr null, ptr %p
  %at8 = getelementptr i8, ptr %p, i64 8
  store i64 %x, ptr %at8
  ret ptr %p
}

; Under a condition: what is zero stays zero either way.
define ptr @sometimes(i64 %n, i1 %c) {
; CHECK-LABEL: @sometimes(
; CHECK:         %p = call ptr @__zp_calloc(i64 %n, i64 1)
; CHECK-NOT:     memset
; CHECK:         ret ptr %p
entry:
  %p = call ptr @calloc(i64 %n, i64 1)
  br i1 %c, label %zero, label %out
zero:
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  br label %out
out:
  ret ptr %p
}

; Read in between: zero before, zero after.
define i64 @read_between(i64 %n) {
; CHECK-LABEL: @read_between(
; CHECK:         %p = call ptr @__zp_calloc(i64 %n, i64 8)
; CHECK-NEXT:    %x = load i64, ptr %p
; CHECK-NEXT:    call void @use(ptr %p)
  %p = call ptr @calloc(i64 %n, i64 8)
  %x = load i64, ptr %p
  store i64 0, ptr %p
  call void @use(ptr %p)
  ret i64 %x
}

; In a loop.
define ptr @loop(i64 %n) {
; CHECK-LABEL: @loop(
; CHECK:         %p = call ptr @__zp_calloc(i64 %n, i64 8)
; CHECK-NOT:     store
; CHECK:         ret ptr %p
entry:
  %p = call ptr @calloc(i64 %n, i64 8)
  %none = icmp eq i64 %n, 0
  br i1 %none, label %out, label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %slot = getelementptr inbounds i64, ptr %p, i64 %i
  store i64 0, ptr %slot
  %next = add nuw i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %out, label %loop
out:
  ret ptr %p
}

; Part of it, and more than once.
define ptr @parts(i64 %n, i64 %m) {
; CHECK-LABEL: @parts(
; CHECK-NEXT:    %p = call ptr @__zp_calloc(i64 %n, i64 1)
; CHECK-NEXT:    ret ptr %p
  %p = call ptr @calloc(i64 %n, i64 1)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %m, i1 false)
  %q = getelementptr i8, ptr %p, i64 %m
  store i8 0, ptr %q
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ret ptr %p
}

declare noalias ptr @calloc(i64, i64) #1
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @use(ptr)

attributes #1 = { nounwind willreturn allockind("alloc,zeroed") allocsize(0,1) memory(inaccessiblemem: readwrite) "alloc-family"="malloc" }
