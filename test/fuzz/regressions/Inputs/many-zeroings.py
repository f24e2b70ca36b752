"""Prints a function that zeroes many fields of one block one by one."""

print('''target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
declare ptr @calloc(i64, i64)
define ptr @zero_fields(i64 %n) {
  %p = call ptr @calloc(i64 1, i64 %n)''')
for i in range(20000):
    print("  %%q%d = getelementptr i8, ptr %%p, i64 %d" % (i, i))
    print("  store i8 0, ptr %%q%d" % i)
print("  ret ptr %p\n}")
