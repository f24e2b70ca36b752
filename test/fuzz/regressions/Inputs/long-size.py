"""Prints a function whose size has 2^40 terms when it is written out."""

print('''target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
declare ptr @malloc(i64)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define ptr @long_size(i64 %s0) {''')
for i in range(40):
    print("  %%a%d = udiv i64 %%s%d, 3" % (i, i))
    print("  %%b%d = udiv i64 %%s%d, 7" % (i, i))
    print("  %%s%d = add i64 %%a%d, %%b%d" % (i + 1, i, i))
print('''  %p = call ptr @malloc(i64 %s40)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %s40, i1 false)
  ret ptr %p
}''')
