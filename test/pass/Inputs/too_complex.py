#!/usr/bin/env python3
"""Writes IR in which so much lies between allocation and zeroing that the pass
gives up: too many blocks, too many accesses."""

HEAD = """\
target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
declare noalias ptr @malloc(i64)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
"""

ZERO = "call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)"


def blocks(name, count):
    print("define ptr @%s(i64 %%n, i1 %%c) {" % name)
    print("entry:\n  %p = call ptr @malloc(i64 %n)\n  br label %b0")
    for i in range(count):
        print("b%d:\n  br label %%b%d" % (i, i + 1))
    print("b%d:\n  %s\n  ret ptr %%p\n}" % (count, ZERO))


def accesses(name, count):
    print("define ptr @%s(i64 %%n, ptr %%q) {" % name)
    print("  %p = call ptr @malloc(i64 %n)")
    for i in range(count):
        print("  store i32 1, ptr %q")
    print("  %s\n  ret ptr %%p\n}" % ZERO)


print(HEAD)
blocks("some_blocks", 100)
blocks("many_blocks", 300)
accesses("some_accesses", 1000)
accesses("many_accesses", 3000)
