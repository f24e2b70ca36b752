; Row C1: zeroing that somebody insists on.
; RUN: %loadopt -passes='zeropass<runtime=library>' -S %s \
; RUN:   -pass-remarks-output=%t.yaml | FileCheck %s
; RUN: FileCheck --check-prefix=WHY %s < %t.yaml

target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; WHY:      Name: {{ *}}Volatile
; WHY-NEXT: Function: {{ *}}volatile_memset
define ptr @volatile_memset(i64 %n) {
; CHECK-LABEL: @volatile_memset(
; CHECK-NEXT:    %p = call ptr @malloc(i64 %n)
; CHECK-NEXT:    call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 true)
  %p = call ptr @malloc(i64 %n)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 true)
  ret ptr %p
}

; The twin that may go.
; WHY:      Name: {{ *}}ZeroedVariant
; WHY-NEXT: Function: {{ *}}plain_memset
define ptr @plain_memset(i64 %n) {
; CHECK-LABEL: @plain_memset(
; CHECK-NEXT:    %p = call ptr @__zp_zalloc(i64 %n)
; CHECK-NEXT:    ret ptr %p
  %p = call ptr @malloc(i64 %n)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ret ptr %p
}

; WHY: Function: {{ *}}atomic_memset
define ptr @atomic_memset(i64 %n) {
; CHECK-LABEL: @atomic_memset(
; CHECK:         call ptr @malloc(i64 %n)
; CHECK:         call void @llvm.memset.element.unordered.atomic
  %p = call ptr @malloc(i64 %n)
  call void @llvm.memset.element.unordered.atomic.p0.i64(ptr align 4 %p, i8 0, i64 %n, i32 4)
  ret ptr %p
}

; A zeroed block too keeps it.
define ptr @volatile_again(i64 %n) {
; CHECK-LABEL: @volatile_again(
; CHECK:         call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 true)
; CHECK-NEXT:    store volatile i32 0, ptr %p
; CHECK-NEXT:    store atomic i32 0, ptr %p release
; CHECK-NEXT:    ret ptr %p
  %p = call ptr @calloc(i64 %n, i64 1)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 true)
  store volatile i32 0, ptr %p
  store atomic i32 0, ptr %p release, align 4
  ret ptr %p
}

; Of a small size, whose stores are not to take the volatile one's place.
define ptr @volatile_again_small() {
; CHECK-LABEL: @volatile_again_small(
; CHECK:         call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 16, i1 true)
  %p = call ptr @calloc(i64 1, i64 16)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 16, i1 true)
  ret ptr %p
}

; A loop of volatile stores.
; WHY:      Name: {{ *}}Volatile
; WHY-NEXT: Function: {{ *}}volatile_loop
define ptr @volatile_loop(i64 %n) {
; CHECK-LABEL: @volatile_loop(
; CHECK:         call ptr @malloc(i64 %n)
; CHECK:         store volatile i8 0
entry:
  %p = call ptr @malloc(i64 %n)
  %none = icmp eq i64 %n, 0
  br i1 %none, label %out, label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %slot = getelementptr inbounds i8, ptr %p, i64 %i
  store volatile i8 0, ptr %slot
  %next = add nuw i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %out, label %loop
out:
  ret ptr %p
}

; explicit_bzero and memset_s are not to be optimised away, whoever asks.
; WHY: Function: {{ *}}by_explicit_bzero
define ptr @by_explicit_bzero(i64 %n) {
; CHECK-LABEL: @by_explicit_bzero(
; CHECK:         call ptr @malloc(i64 %n)
; CHECK:         call void @explicit_bzero(ptr %p, i64 %n)
  %p = call ptr @malloc(i64 %n)
  call void @explicit_bzero(ptr %p, i64 %n)
  ret ptr %p
}

; WHY: Function: {{ *}}by_memset_s
define ptr @by_memset_s(i64 %n) {
; CHECK-LABEL: @by_memset_s(
; CHECK:         call ptr @malloc(i64 %n)
; CHECK:         call i32 @memset_s(ptr %p, i64 %n, i32 0, i64 %n)
  %p = call ptr @malloc(i64 %n)
  %r = call i32 @memset_s(ptr %p, i64 %n, i32 0, i64 %n)
  ret ptr %p
}

; On a zeroed block as well.
define ptr @explicit_again(i64 %n) {
; CHECK-LABEL: @explicit_again(
; CHECK:         call void @explicit_bzero(ptr %p, i64 %n)
  %p = call ptr @calloc(i64 %n, i64 1)
  call void @explicit_bzero(ptr %p, i64 %n)
  ret ptr %p
}

; A secret is wiped before free: by then the block was written.
; WHY:      Name: {{ *}}EscapesBefore
; WHY-NEXT: Function: {{ *}}secret
define void @secret(i64 %n) {
; CHECK-LABEL: @secret(
; CHECK:         call ptr @malloc(i64 %n)
; CHECK:         call void @use(ptr %p)
; CHECK-NEXT:    call void @llvm.memset
; CHECK-NEXT:    call void @free(ptr %p)
  %p = call ptr @malloc(i64 %n)
  call void @use(ptr %p)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  call void @free(ptr %p)
  ret void
}

; The same after calloc.
define void @zeroed_secret(i64 %n) {
; CHECK-LABEL: @zeroed_secret(
; CHECK:         call void @use(ptr %p)
; CHECK-NEXT:    call void @llvm.memset
; CHECK-NEXT:    call void @free(ptr %p)
  %p = call ptr @calloc(i64 %n, i64 1)
  call void @use(ptr %p)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  call void @free(ptr %p)
  ret void
}

; A compiler barrier of the usual kind stands behind the wiping.
define void @barrier(i64 %n) {
; CHECK-LABEL: @barrier(
; CHECK:         call void @use(ptr %p)
; CHECK-NEXT:    call void @llvm.memset
; CHECK-NEXT:    call void asm sideeffect
  %p = call ptr @malloc(i64 %n)
  call void @use(ptr %p)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  call void asm sideeffect "", "r,~{memory}"(ptr %p)
  call void @free(ptr %p)
  ret void
}

declare noalias ptr @malloc(i64) #0
declare noalias ptr @calloc(i64, i64) #1
declare void @free(ptr allocptr nocapture) #3
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memset.element.unordered.atomic.p0.i64(ptr, i8, i64, i32 immarg)
declare void @explicit_bzero(ptr, i64)
declare i32 @memset_s(ptr, i64, i32, i64)
declare void @use(ptr)

attributes #0 = { nounwind willreturn allockind("alloc,uninitialized") allocsize(0) memory(inaccessiblemem: readwrite) "alloc-family"="malloc" }
attributes #1 = { nounwind willreturn allockind("alloc,zeroed") allocsize(0,1) memory(inaccessiblemem: readwrite) "alloc-family"="malloc" }
attributes #3 = { nounwind willreturn allockind("free") memory(argmem: readwrite, inaccessiblemem: readwrite) "alloc-family"="malloc" }
