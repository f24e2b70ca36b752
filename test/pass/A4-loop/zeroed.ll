; Row A4: a loop stores zero to every element.
; RUN: %loadopt -passes='zeropass<runtime=library>' -S %s | FileCheck %s

target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; for (size_t i = 0; i < n; ++i) p[i] = 0.0; with the zero-trip guard.
define ptr @doubles(i64 %n) {
; CHECK-LABEL: @doubles(
; CHECK:         %p = call ptr @__zp_zalloc(i64 %bytes)
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

; int n: the guard is signed, the size is sign-extended, the index widened.
define ptr @signed_count(i32 %n) {
; CHECK-LABEL: @signed_count(
; CHECK:         %p = call ptr @__zp_zalloc(i64 %bytes)
; CHECK-NOT:     store
; CHECK:         ret ptr %p
entry:
  %wide = sext i32 %n to i64
  %bytes = shl nsw i64 %wide, 2
  %p = call ptr @malloc(i64 %bytes)
  %any = icmp sgt i32 %n, 0
  br i1 %any, label %ahead, label %out
ahead:
  %count = zext i32 %n to i64
  br label %loop
loop:
  %i = phi i64 [ 0, %ahead ], [ %next, %loop ]
  %slot = getelementptr inbounds i32, ptr %p, i64 %i
  store i32 0, ptr %slot
  %next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %next, %count
  br i1 %done, label %out, label %loop
out:
  ret ptr %p
}

; unsigned n: zero-extended both times.
define ptr @unsigned_count(i32 %n) {
; CHECK-LABEL: @unsigned_count(
; CHECK:         %p = call ptr @__zp_zalloc(i64 %bytes)
; CHECK-NOT:     store
; CHECK:         ret ptr %p
entry:
  %wide = zext i32 %n to i64
  %bytes = shl nuw nsw i64 %wide, 3
  %p = call ptr @malloc(i64 %bytes)
  %none = icmp eq i32 %n, 0
  br i1 %none, label %out, label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %slot = getelementptr inbounds ptr, ptr %p, i64 %i
  store ptr null, ptr %slot
  %next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %next, %wide
  br i1 %done, label %out, label %loop
out:
  ret ptr %p
}

; Two fields an element, which is all of it.
define ptr @structs(i64 %n) {
; CHECK-LABEL: @structs(
; CHECK:         %p = call ptr @__zp_zalloc(i64 %bytes)
; CHECK-NOT:     store
; CHECK:         ret ptr %p
entry:
  %bytes = shl nuw i64 %n, 4
  %p = call ptr @malloc(i64 %bytes)
  %none = icmp eq i64 %n, 0
  br i1 %none, label %out, label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %re = getelementptr inbounds { double, double }, ptr %p, i64 %i
  store double 0.0, ptr %re
  %im = getelementptr inbounds { double, double }, ptr %p, i64 %i, i32 1
  store double 0.0, ptr %im
  %next = add nuw i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %out, label %loop
out:
  ret ptr %p
}

; Element by element with padding behind the byte: the padding's bytes may be
; anything, so they may be zero.
define ptr @padded_structs(i64 %n) {
; CHECK-LABEL: @padded_structs(
; CHECK:         %p = call ptr @__zp_zalloc(i64 %bytes)
; CHECK-NOT:     store
; CHECK:         ret ptr %p
entry:
  %bytes = shl nuw i64 %n, 4
  %p = call ptr @malloc(i64 %bytes)
  %none = icmp eq i64 %n, 0
  br i1 %none, label %out, label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %word = getelementptr inbounds { i64, i8 }, ptr %p, i64 %i
  store i64 0, ptr %word
  %byte = getelementptr inbounds { i64, i8 }, ptr %p, i64 %i, i32 1
  store i8 0, ptr %byte
  %next = add nuw i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %out, label %loop
out:
  ret ptr %p
}

; A matrix: rows by columns, one block.
define ptr @matrix(i64 %rows, i64 %columns) {
; CHECK-LABEL: @matrix(
; CHECK:         %p = call ptr @__zp_zalloc(i64 %bytes)
; CHECK-NOT:     store
; CHECK:         ret ptr %p
entry:
  %count = mul nuw i64 %rows, %columns
  %bytes = shl nuw i64 %count, 3
  %p = call ptr @malloc(i64 %bytes)
  %no_rows = icmp eq i64 %rows, 0
  %no_columns = icmp eq i64 %columns, 0
  %none = or i1 %no_rows, %no_columns
  br i1 %none, label %out, label %outer
outer:
  %r = phi i64 [ 0, %entry ], [ %r.next, %outer.latch ]
  %base = mul nuw i64 %r, %columns
  %row = getelementptr inbounds double, ptr %p, i64 %base
  br label %inner
inner:
  %c = phi i64 [ 0, %outer ], [ %c.next, %inner ]
  %slot = getelementptr inbounds double, ptr %row, i64 %c
  store double 0.0, ptr %slot
  %c.next = add nuw i64 %c, 1
  %c.done = icmp eq i64 %c.next, %columns
  br i1 %c.done, label %outer.latch, label %inner
outer.latch:
  %r.next = add nuw i64 %r, 1
  %r.done = icmp eq i64 %r.next, %rows
  br i1 %r.done, label %out, label %outer
out:
  ret ptr %p
}

; Two blocks zeroed side by side in one loop; the loop goes when it is empty.
define void @two_in_one_loop(i64 %n, ptr %a, ptr %b) {
; CHECK-LABEL: @two_in_one_loop(
; CHECK:         %p = call ptr @__zp_zalloc(i64 %bytes)
; CHECK:         %q = call ptr @__zp_zalloc(i64 %bytes)
; CHECK-NOT:     store double
; CHECK:         ret void
entry:
  %bytes = shl nuw i64 %n, 3
  %p = call ptr @malloc(i64 %bytes)
  %q = call ptr @malloc(i64 %bytes)
  %none = icmp eq i64 %n, 0
  br i1 %none, label %out, label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %p.slot = getelementptr inbounds double, ptr %p, i64 %i
  store double 0.0, ptr %p.slot
  %q.slot = getelementptr inbounds double, ptr %q, i64 %i
  store double 0.0, ptr %q.slot
  %next = add nuw i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %out, label %loop
out:
  store ptr %p, ptr %a
  store ptr %q, ptr %b
  ret void
}

declare noalias ptr @malloc(i64) #0

attributes #0 = { nounwind willreturn allockind("alloc,uninitialized") allocsize(0) memory(inaccessiblemem: readwrite) "alloc-family"="malloc" }
