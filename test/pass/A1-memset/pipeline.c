// Row A1 and A12 as C programs write them. Where LLVM has made calloc of the pair
// by itself, the sized form of calloc is what the pass makes of it; where it has
// not, the original would have had every page, and the runtime is told (how 1).
// RUN: env ZEROPASS_OPTIONS=runtime=library %zpcc -S -emit-llvm -o - %s \
// RUN:   | FileCheck %s

#include <stdlib.h>
#include <string.h>

int open_it(void);
void use(void *);

// CHECK-LABEL: @goto_fail(
// CHECK: call {{.*}}@__zp_{{calloc\(|zalloc_how\(.*, i32 1\)}}
// CHECK-NOT: memset
// CHECK: ret ptr
char *goto_fail(size_t n) {
  char *p = malloc(n);
  if (!p)
    goto fail;
  if (open_it() < 0)
    goto fail;
  memset(p, 0, n);
  return p;
fail:
  free(p);
  return NULL;
}

// Hardly ever is the block returned as it is: a way that does not count, but on
// which the block may be sparse.
// CHECK-LABEL: @unlikely_detour(
// CHECK: call {{.*}}@__zp_zalloc(
// CHECK-NOT: memset
// CHECK: ret ptr
void *unlikely_detour(size_t n, int raw) {
  void *p = malloc(n);
  if (__builtin_expect(raw, 0))
    return p;
  memset(p, 0, n);
  return p;
}

// Hardly ever is it zeroed (row A12).
// CHECK-LABEL: @unlikely_zeroing(
// CHECK: call {{.*}}@malloc(
// CHECK: memset
// CHECK: ret ptr
void *unlikely_zeroing(size_t n, int debug) {
  void *p = malloc(n);
  if (__builtin_expect(debug, 0))
    memset(p, 0, n);
  return p;
}

// Nobody knows how often (row A12).
// CHECK-LABEL: @maybe(
// CHECK: call {{.*}}@malloc(
// CHECK: memset
// CHECK: ret ptr
void *maybe(size_t n, int zero) {
  void *p = malloc(n);
  if (zero)
    memset(p, 0, n);
  return p;
}

// The condition is found out only after the allocation (row A12).
// CHECK-LABEL: @found_out(
// CHECK: call {{.*}}@malloc(
// CHECK: memset
// CHECK: ret ptr
void *found_out(size_t n) {
  void *p = malloc(n);
  if (!p)
    return NULL;
  if (open_it())
    memset(p, 0, n);
  return p;
}

// A zeroing wrapper that is inlined into its users.
static void *xzalloc(size_t n) {
  void *p = malloc(n);
  if (!p) {
    use(NULL);
    exit(1);
  }
  memset(p, 0, n);
  return p;
}

// CHECK-LABEL: @inlined(
// CHECK: call {{.*}}@__zp_{{calloc\(|zalloc_how\(.*, i32 1\)}}
// CHECK-NOT: memset
// CHECK: ret ptr
void *inlined(size_t n) { return xzalloc(3 * n); }

// Reads what it has just allocated, then zeroes it: not to be zeroed before.
// CHECK-LABEL: @peeks(
// CHECK: call {{.*}}@malloc(
// CHECK: call void @use(
// CHECK: memset
// CHECK: ret ptr
void *peeks(size_t n) {
  void *p = malloc(n);
  use(p);
  memset(p, 0, n);
  return p;
}
