// Row A4 as C programs write it, through the whole pipeline.
// RUN: env ZEROPASS_OPTIONS=runtime=library %zpcc -S -emit-llvm -o - %s \
// RUN:   | FileCheck %s

#include <stdlib.h>

struct vec {
  double *data;
  int n;
  long cap;
};

// CHECK-LABEL: @int_count(
// CHECK: call {{.*}}@__zp_zalloc_how({{.*}}, i32 1)
// CHECK-NOT: memset
// CHECK: ret ptr
int *int_count(int n) {
  int *p = malloc(n * sizeof *p);
  for (int i = 0; i < n; i++)
    p[i] = 0;
  return p;
}

// CHECK-LABEL: @unsigned_count(
// CHECK: call {{.*}}@__zp_zalloc_how({{.*}}, i32 1)
// CHECK-NOT: memset
// CHECK: ret ptr
float *unsigned_count(unsigned n) {
  float *p = malloc(n * sizeof *p);
  if (!p)
    exit(1);
  for (unsigned i = 0; i < n; i++)
    p[i] = 0;
  return p;
}

// CHECK-LABEL: @size_count(
// CHECK: call {{.*}}@__zp_zalloc_how({{.*}}, i32 1)
// CHECK-NOT: memset
// CHECK: ret ptr
char **size_count(size_t n) {
  char **p = malloc(n * sizeof *p);
  if (p)
    for (size_t i = 0; i < n; i++)
      p[i] = NULL;
  return p;
}

// CHECK-LABEL: @booleans(
// CHECK: call {{.*}}@__zp_zalloc_how({{.*}}, i32 1)
// CHECK-NOT: memset
// CHECK: ret ptr
_Bool *booleans(long n) {
  _Bool *p = malloc(n);
  for (long i = 0; i < n; i++)
    p[i] = 0;
  return p;
}

// CHECK-LABEL: @backwards(
// CHECK: call {{.*}}@__zp_zalloc_how({{.*}}, i32 1)
// CHECK-NOT: memset
// CHECK: ret ptr
int *backwards(int n) {
  int *p = malloc(n * sizeof *p);
  while (n-- > 0)
    p[n] = 0;
  return p;
}

// CHECK-LABEL: @pointer_counter(
// CHECK: call {{.*}}@__zp_zalloc_how({{.*}}, i32 1)
// CHECK-NOT: memset
// CHECK: ret ptr
double *pointer_counter(size_t n) {
  double *p = malloc(n * sizeof *p);
  if (!p)
    return 0;
  for (double *q = p, *end = p + n; q != end; ++q)
    *q = 0;
  return p;
}

// The bound is read from the structure on every turn, and so is the pointer;
// no store of a double changes either.
// CHECK-LABEL: @reloaded(
// CHECK: call {{.*}}@__zp_zalloc_how({{.*}}, i32 1)
// CHECK-NOT: memset
// CHECK: ret void
void reloaded(struct vec *v) {
  v->data = malloc(v->n * sizeof *v->data);
  if (!v->data)
    return;
  for (int i = 0; i < v->n; i++)
    v->data[i] = 0.0;
}

// A long bound and long elements: a store may change the bound, for all the
// types say, but the block is fresh.
// CHECK-LABEL: @same_type(
// CHECK: call {{.*}}@__zp_zalloc_how({{.*}}, i32 1)
// CHECK-NOT: memset
// CHECK: ret ptr
long *same_type(struct vec *v) {
  long *p = malloc(v->cap * sizeof *p);
  for (long i = 0; i < v->cap; i++)
    p[i] = 0;
  return p;
}

// But not when the block has gone into a structure before that may be its own
// neighbour: through v->data the stores may reach v->cap.
// CHECK-LABEL: @published(
// CHECK: call {{.*}}@malloc(
// CHECK: ret void
struct list {
  long *items;
  long cap;
};
void published(struct list *v, struct list *w) {
  long *p = malloc(v->cap * sizeof *p);
  w->items = p;
  for (long i = 0; i < v->cap; i++)
    v->items[i] = 0;
}

struct item {
  int a;
  _Bool b;
  double c;
};

// CHECK-LABEL: @structs(
// CHECK: call {{.*}}@__zp_zalloc_how({{.*}}, i32 1)
// CHECK-NOT: store
// CHECK: ret ptr
struct item *structs(size_t n) {
  struct item *p = malloc(n * sizeof *p);
  for (size_t i = 0; i < n; i++) {
    p[i].a = 0;
    p[i].b = 0;
    p[i].c = 0;
  }
  return p;
}

// One field is something else.
// CHECK-LABEL: @structs_of_one(
// CHECK: call {{.*}}@malloc(
// CHECK: ret ptr
struct item *structs_of_one(size_t n) {
  struct item *p = malloc(n * sizeof *p);
  for (size_t i = 0; i < n; i++) {
    p[i].a = 1;
    p[i].b = 1;
    p[i].c = 0;
  }
  return p;
}

// CHECK-LABEL: @up_to_n(
// CHECK: call {{.*}}@__zp_zalloc_how({{.*}}, i32 1)
// CHECK-NOT: memset
// CHECK: ret ptr
int *up_to_n(int n) {
  int *p = malloc((n + 1) * sizeof *p);
  for (int i = 0; i <= n; i++)
    p[i] = 0;
  return p;
}

// One too few: the last element is the program's own business.
// CHECK-LABEL: @one_too_few(
// CHECK: call {{.*}}@malloc(
// CHECK: memset
// CHECK: ret ptr
int *one_too_few(int n) {
  int *p = malloc((n + 1) * sizeof *p);
  for (int i = 0; i < n; i++)
    p[i] = 0;
  return p;
}

// Rows of a matrix, each its own block.
// CHECK-LABEL: @rows(
// CHECK: call {{.*}}@malloc(
// CHECK: call {{.*}}@__zp_zalloc_how({{.*}}, i32 1)
// CHECK-NOT: memset
// CHECK: store ptr
double **rows(int r, int c) {
  double **p = malloc(r * sizeof *p);
  for (int i = 0; i < r; i++) {
    p[i] = malloc(c * sizeof(double));
    for (int j = 0; j < c; j++)
      p[i][j] = 0;
  }
  return p;
}
