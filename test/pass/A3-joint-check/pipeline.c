// Rows A2 and A3 as C programs write them.
// RUN: env ZEROPASS_OPTIONS=runtime=library %zpcc -S -emit-llvm -o - %s \
// RUN:   | FileCheck %s

#include <stdlib.h>
#include <string.h>

struct grid {
  int rows, columns;
  double *now, *next;
  unsigned char *mask;
};

void note(int);

// Where the allocation of one fails, the others stay unzeroed and may be in use:
// nothing is said of their pages.
// CHECK-LABEL: @grid_init(
// CHECK: call {{.*}}@__zp_{{[cz]}}alloc(
// CHECK: call {{.*}}@__zp_{{[cz]}}alloc(
// CHECK: call {{.*}}@__zp_{{[cz]}}alloc(
// CHECK-NOT: memset
// CHECK: ret i32
int grid_init(struct grid *g, int rows, int columns) {
  size_t cells = (size_t)rows * columns;
  g->rows = rows;
  g->columns = columns;
  g->now = malloc(cells * sizeof(double));
  g->next = malloc(cells * sizeof(double));
  g->mask = malloc(cells);
  if (!g->now || !g->next || !g->mask)
    return -1;
  memset(g->now, 0, cells * sizeof(double));
  memset(g->next, 0, cells * sizeof(double));
  memset(g->mask, 0, cells);
  return 0;
}

// One of the three is filled with something else.
// CHECK-LABEL: @grid_ones(
// CHECK: call {{.*}}@__zp_{{[cz]}}alloc(
// CHECK: call {{.*}}@__zp_{{[cz]}}alloc(
// CHECK: call {{.*}}@malloc(
// CHECK: call void @llvm.memset{{.*}}i8 1
// CHECK: ret i32
int grid_ones(struct grid *g, size_t cells) {
  g->now = malloc(cells * sizeof(double));
  g->next = malloc(cells * sizeof(double));
  g->mask = malloc(cells);
  if (!g->now || !g->next || !g->mask)
    return -1;
  memset(g->now, 0, cells * sizeof(double));
  memset(g->next, 0, cells * sizeof(double));
  memset(g->mask, 1, cells);
  return 0;
}

// Between allocation and zeroing the others are told something.
// CHECK-LABEL: @told(
// CHECK: call {{.*}}@__zp_{{calloc\(|zalloc_how\(.*, i32 1\)}}
// CHECK-NOT: memset
// CHECK: ret ptr
long *told(size_t n, int verbose) {
  long *p = malloc(n * sizeof *p);
  if (!p)
    return NULL;
  if (verbose)
    note(1);
  else
    note(2);
  memset(p, 0, n * sizeof *p);
  return p;
}

// Told the block itself, before it is zeroed.
// CHECK-LABEL: @told_the_block(
// CHECK: call {{.*}}@malloc(
// CHECK: call void @note(
// CHECK: memset
// CHECK: ret void
void told_the_block(struct grid *g, size_t n) {
  g->mask = malloc(n);
  note(3);
  memset(g->mask, 0, n);
}
