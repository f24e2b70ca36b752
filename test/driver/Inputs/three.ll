; Three allocations that are rewritten.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define ptr @one(i64 %n) {
  %p = call ptr @malloc(i64 %n)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ret ptr %p
}

define ptr @two(i64 %n) {
  %p = call ptr @malloc(i64 %n)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ret ptr %p
}

define ptr @three(i64 %n) {
  %p = call ptr @malloc(i64 %n)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ret ptr %p
}

declare noalias ptr @malloc(i64)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
