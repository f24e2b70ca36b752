/* Row A6: allocated and zeroed size are equal by different computations. */
// RUN: %compare %s %preload
#include "zt.h"

CASE void *rw_shift(size_t n, int *sink) {
  size_t bytes = n * 8;
  char *p = malloc(bytes);
  if (!p)
    return NULL;
  *sink = (int)bytes;
  memset(p, 0, n << 3);
  return p;
}

CASE void *rw_product_again(int w, int h) {
  char *p = malloc((size_t)w * h * 4);
  if (!p)
    return NULL;
  touch(NULL);
  memset(p, 0, (size_t)h * 4 * w);
  return p;
}

CASE void *rw_int_count(int n) {
  short *p = malloc(n * sizeof(short));
  if (!p)
    return NULL;
  size_t count = (size_t)n;
  memset(p, 0, count * sizeof(short));
  return p;
}

struct table {
  size_t used, size;
  unsigned width;
  void **slot;
};

CASE int rw_reloaded_field(struct table *t, size_t n) {
  t->size = n;
  t->used = 0;
  t->slot = malloc(t->size * sizeof(void *));
  if (!t->slot)
    return -1;
  memset(t->slot, 0, t->size * sizeof(void *));
  return 0;
}

CASE int rw_reloaded_unsigned(struct table *t, unsigned n) {
  t->width = n;
  t->slot = malloc((size_t)t->width * 8);
  if (!t->slot)
    return -1;
  t->size = 0;
  memset(t->slot, 0, (size_t)n * 8);
  return 0;
}

CASE void *rw_sum(size_t a, size_t b) {
  char *p = malloc(a + b + 8);
  if (!p)
    return NULL;
  memset(p, 0, 8 + b + a);
  return p;
}

/* The zeroed size only looks equal. */
CASE void *keep_smaller(size_t n) {
  char *p = malloc(n * 8 + 8);
  if (!p)
    return NULL;
  memset(p, 0, n * 8);
  memset(p + n * 8, 1, 8);
  return p;
}

CASE int keep_changed_field(struct table *t, size_t n) {
  t->size = n;
  t->slot = malloc(t->size * 8);
  if (!t->slot)
    return -1;
  touch(t);
  memset(t->slot, 0, t->size * 8);
  return 0;
}

int main(void) {
  int sink = 0;
  struct table t;
  FOR_SIZES(n) {
    int k = (int)n;
    if (n > 200000)
      break;
    dirty(n);
    dirty(n * 8);
    finish("shift", rw_shift(n, &sink), n * 8);
    finish("product_again", rw_product_again(k, 3), n * 12);
    finish("int_count", rw_int_count(k), n * 2);
    if (rw_reloaded_field(&t, n) == 0)
      finish("reloaded_field", t.slot, n * 8);
    if (rw_reloaded_unsigned(&t, (unsigned)n) == 0)
      finish("reloaded_unsigned", t.slot, n * 8);
    finish("sum", rw_sum(n, n / 2), n + n / 2 + 8);
    finish("smaller", keep_smaller(n), n * 8 + 8);
    if (keep_changed_field(&t, n) == 0)
      finish("changed_field", t.slot, n * 8);
    printf("%d\n", sink);
  }
  return 0;
}
