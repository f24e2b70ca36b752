/* Row A4: a loop stores zeros of every type, with every kind of index. */
// RUN: %compare %s %preload
#include "zt.h"
#include <stdbool.h>

struct pair {
  int key, value;
};
struct matrix {
  int rows, columns;
  double *cell;
};

CASE int *rw_int_index(int n) {
  int *p = malloc(n * sizeof *p);
  if (!p)
    return NULL;
  for (int i = 0; i < n; i++)
    p[i] = ZERO;
  return p;
}

CASE double *rw_double(size_t n) {
  double *p = malloc(n * sizeof *p);
  if (p)
    for (size_t i = 0; i < n; i++)
      p[i] = (double)ZERO;
  return p;
}

CASE float *rw_unsigned_index(unsigned n) {
  float *p = malloc(sizeof(float) * n);
  if (p == NULL)
    return NULL;
  for (unsigned i = 0; i < n; ++i)
    p[i] = (float)ZERO;
  return p;
}

CASE void **rw_pointers(size_t n) {
  void **p = malloc(n * sizeof *p);
  if (!p)
    return NULL;
  for (size_t i = 0; i != n; ++i)
    p[i] = (void *)ZERO;
  return p;
}

CASE bool *rw_bools(int n) {
  bool *p = malloc((size_t)n);
  if (!p)
    abort();
  for (int i = 0; i < n; i++)
    p[i] = ZERO;
  return p;
}

CASE struct pair *rw_structs(size_t n) {
  struct pair *p = malloc(n * sizeof *p);
  if (!p)
    return NULL;
  for (size_t i = 0; i < n; i++) {
    p[i].key = ZERO;
    p[i].value = ZERO;
  }
  return p;
}

CASE long *rw_moving_pointer(size_t n) {
  long *p = malloc(n * sizeof *p);
  if (!p)
    return NULL;
  for (long *q = p, *end = p + n; q != end; ++q)
    *q = ZERO;
  return p;
}

/* Whether the bound of a pointer comparison can be proven is left open. */
CASE long *pointer_below(size_t n) {
  long *p = malloc(n * sizeof *p);
  if (!p)
    return NULL;
  for (long *q = p, *end = p + n; q < end; ++q)
    *q = ZERO;
  return p;
}

CASE long *rw_counting_down(size_t n) {
  long *p = malloc(n * sizeof *p), *q = p;
  if (!p)
    return NULL;
  size_t left = n;
  while (left-- > 0)
    *q++ = ZERO;
  return p;
}

CASE double *rw_product(int rows, int columns) {
  double *p = malloc(rows * columns * sizeof(double));
  if (!p)
    return NULL;
  for (int i = 0; i < rows * columns; ++i)
    p[i] = (double)ZERO;
  return p;
}

/* The size is a product of 64 bits, the loop's bound one of 32: left open. */
CASE double *wide_product(int rows, int columns) {
  double *p = malloc(sizeof(double) * rows * columns);
  if (!p)
    return NULL;
  for (int i = 0; i < rows * columns; ++i)
    p[i] = (double)ZERO;
  return p;
}

CASE int rw_field(struct matrix *m, int n) {
  m->rows = n;
  m->cell = malloc(m->rows * sizeof(double));
  if (!m->cell)
    return -1;
  for (int i = 0; i < m->rows; i++)
    m->cell[i] = (double)ZERO;
  return 0;
}

/* Must stay: the loop leaves early, skips, or stores no zero. */
CASE int *keep_leaves_early(size_t n, const unsigned char *stop) {
  int *p = malloc(n * sizeof *p);
  if (!p)
    return NULL;
  for (size_t i = 0; i < n; i++) {
    if (stop[i & 7])
      break;
    p[i] = 0;
  }
  return p;
}

CASE int *keep_every_second(size_t n) {
  int *p = malloc(n * sizeof *p);
  if (!p)
    return NULL;
  for (size_t i = 0; i < n; i += 2)
    p[i] = 0;
  return p;
}

CASE int *keep_one_short(size_t n) {
  int *p = malloc(n * sizeof *p);
  if (!p)
    return NULL;
  for (size_t i = 0; i + 1 < n; i++)
    p[i] = 0;
  p[n - 1] = 77;
  return p;
}

int main(void) {
  const unsigned char stop[8] = {0, 0, 0, 0, 0, 1, 0, 0};
  FOR_SIZES(n) {
    int k = (int)n;
    if (n > 200000)
      break;
    dirty(n);
    dirty(n * 4);
    dirty(n * 8);
    finish("int_index", rw_int_index(k), n * 4);
    finish("double", rw_double(n), n * 8);
    finish("unsigned_index", rw_unsigned_index((unsigned)n), n * 4);
    finish("pointers", rw_pointers(n), n * 8);
    finish("bools", rw_bools(k), n);
    finish("structs", rw_structs(n), n * 8);
    finish("moving_pointer", rw_moving_pointer(n), n * 8);
    finish("pointer_below", pointer_below(n), n * 8);
    finish("counting_down", rw_counting_down(n), n * 8);
    finish("product", rw_product(k, 3), n * 24);
    finish("wide_product", wide_product(k, 3), n * 24);
    struct matrix m;
    if (rw_field(&m, k) == 0)
      finish("field", m.cell, n * 8);
    int *p = keep_leaves_early(n, stop);
    show("leaves_early", p, (n < 5 ? n : 5) * 4);
    free(p);
    p = keep_every_second(n);
    for (size_t i = 1; i < n; i += 2)
      p[i] = (int)i;
    finish("every_second", p, n * 4);
    finish("one_short", keep_one_short(n), n * 4);
  }
  free(rw_int_index(0));
  free(rw_double(0));
  struct matrix none;
  if (rw_field(&none, 0) == 0)
    free(none.cell);
  return 0;
}
