// Matrices: a product in int and in size_t, rows of columns, and a row that is
// cleared on some turns only.
//
// RUN: env ZEROPASS_OPTIONS=runtime=library %zpcc -S -emit-llvm -o - %s | FileCheck %s

#include <stdlib.h>
#include <string.h>

// CHECK-LABEL: @product(
// CHECK: call {{.*}}@__zp_zalloc_how({{.*}}, i32 1)
// CHECK-NOT: memset
double *product(int rows, int columns) {
  double *p = malloc(sizeof(double) * rows * columns);
  if (p)
    for (int i = 0; i < rows * columns; i++)
      p[i] = 0;
  return p;
}

// CHECK-LABEL: @rows_of_columns(
// CHECK: call {{.*}}@__zp_zalloc_how({{.*}}, i32 1)
// CHECK-NOT: memset
double *rows_of_columns(size_t rows, size_t columns) {
  double *p = malloc(rows * columns * sizeof *p);
  for (size_t i = 0; i < rows; i++)
    for (size_t j = 0; j < columns; j++)
      p[i * columns + j] = 0;
  return p;
}

// CHECK-LABEL: @some_rows(
// CHECK: call {{.*}}@malloc(
// CHECK: memset
double *some_rows(size_t rows, size_t columns, const char *which) {
  double *p = malloc(rows * columns * sizeof *p);
  for (size_t i = 0; i < rows; i++)
    if (which[i])
      memset(p + i * columns, 0, columns * sizeof *p);
  return p;
}

// CHECK-LABEL: @part_of_each_row(
// CHECK: call {{.*}}@malloc(
// CHECK: memset
double *part_of_each_row(size_t rows, size_t columns, size_t part) {
  double *p = malloc(rows * columns * sizeof *p);
  for (size_t i = 0; i < rows; i++)
    for (size_t j = 0; j < part; j++)
      p[i * columns + j] = 0;
  return p;
}

// CHECK-LABEL: @neither_is_nothing(
// CHECK: call {{.*}}@__zp_zalloc_how({{.*}}, i32 1)
// CHECK-NOT: memset
double *neither_is_nothing(size_t rows, size_t columns) {
  if (rows == 0 || columns == 0)
    return NULL;
  double *p = malloc(rows * columns * sizeof *p);
  if (!p)
    return NULL;
  for (size_t i = 0; i < rows * columns; i++)
    p[i] = 0;
  return p;
}

struct pair {
  double value, weight;
};

// Half of the block only, so it had better stay as it is.
// CHECK-LABEL: @one_field_of_two(
// CHECK: call {{.*}}@malloc(
struct pair *one_field_of_two(size_t n) {
  struct pair *p = malloc(n * sizeof *p);
  if (p)
    for (size_t i = 0; i < n; i++)
      p[i].weight = 0;
  return p;
}
