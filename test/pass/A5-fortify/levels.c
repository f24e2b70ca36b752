// Row A5 through the pipeline, at both levels: what is left of the check must
// neither keep the zeroing nor go where it could fail.
// RUN: env ZEROPASS_OPTIONS=runtime=library %zpcc -D_FORTIFY_SOURCE=2 \
// RUN:   -S -emit-llvm -o - %s | FileCheck %s
// RUN: env ZEROPASS_OPTIONS=runtime=library %zpcc -D_FORTIFY_SOURCE=3 \
// RUN:   -S -emit-llvm -o - %s | FileCheck %s --check-prefixes=CHECK,THREE

#include <stdlib.h>
#include <string.h>

// CHECK-LABEL: @plain(
// CHECK: call {{.*}}@__zp_{{calloc\(|zalloc_how\(.*, i32 1\)}}
// CHECK-NOT: memset
// CHECK: ret ptr
void *plain(size_t n) {
  void *p = malloc(n);
  if (!p)
    return NULL;
  memset(p, 0, n);
  return p;
}

// CHECK-LABEL: @elements(
// CHECK: call {{.*}}@__zp_{{calloc\(|zalloc_how\(.*, i32 1\)}}
// CHECK-NOT: memset
// CHECK: ret ptr
int *elements(int n) {
  int *p = malloc(n * sizeof(int));
  if (!p)
    abort();
  memset(p, 0, n * sizeof(int));
  return p;
}

struct table {
  int size;
  long *cells;
};

// CHECK-LABEL: @field(
// CHECK: call {{.*}}@__zp_{{calloc\(|zalloc_how\(.*, i32 1\)}}
// CHECK-NOT: memset
// CHECK: ret i32
int field(struct table *t, unsigned size) {
  t->size = size;
  t->cells = malloc(size * sizeof(long));
  if (!t->cells)
    return -1;
  memset(t->cells, 0, size * sizeof(long));
  return 0;
}

// The length may be more than the block: level 3 knows and aborts.
// CHECK-LABEL: @too_long(
// CHECK: call {{.*}}@malloc(
// THREE: __memset_chk
// CHECK: ret ptr
void *too_long(size_t n, size_t m) {
  void *p = malloc(n);
  if (!p)
    return NULL;
  memset(p, 0, m);
  return p;
}
