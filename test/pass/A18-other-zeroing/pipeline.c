// Row A18 through the pipeline.
// RUN: env ZEROPASS_OPTIONS=runtime=library %zpcc -S -emit-llvm -o - %s \
// RUN:   | FileCheck %s

#include <stdlib.h>
#include <string.h>
#include <strings.h>

// CHECK-LABEL: @result(
// CHECK: call {{.*}}@__zp_{{[cz]}}alloc(
// CHECK-NOT: memset
// CHECK: ret ptr
void *result(size_t n) { return memset(malloc(n), 0, n); }

// CHECK-LABEL: @by_bzero(
// CHECK: call {{.*}}@__zp_{{[cz]}}alloc(
// CHECK-NOT: memset
// CHECK: ret ptr
void *by_bzero(size_t n) {
  void *p = malloc(n);
  if (p)
    bzero(p, n);
  return p;
}

// Only filled with what comes in.
// CHECK-LABEL: @by_variable(
// CHECK: call {{.*}}@malloc(
// CHECK: memset
// CHECK: ret ptr
void *by_variable(size_t n, int c) {
  void *p = malloc(n);
  if (p)
    memset(p, c, n);
  return p;
}
