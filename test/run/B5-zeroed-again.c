/* Row B5: what calloc made zero is zeroed again. */
// RUN: %compare %s %preload
#include "zt.h"

struct record {
  void *next;
  size_t size;
  int value[30];
};

CASE void *rw_memset_again(size_t n, int *out) {
  char *p = calloc(n, 1);
  if (!p)
    return NULL;
  if (n > 50)
    *out += 1;
  memset(p, 0, n);
  return p;
}

CASE struct record *rw_fields_again(void) {
  struct record *r = calloc(1, sizeof *r);
  if (!r)
    return NULL;
  r->next = (void *)ZERO;
  r->size = ZERO;
  r->value[7] = 7;
  return r;
}

CASE int *rw_loop_again(size_t n) {
  int *p = calloc(n, sizeof *p);
  if (!p)
    return NULL;
  for (size_t i = 0; i < n; ++i)
    p[i] = ZERO;
  return p;
}

/* Something was written in between. */
CASE char *rw_but_dirty(size_t n) {
  char *p = calloc(n, 1);
  if (!p)
    return NULL;
  p[n / 2] = 'd';
  touch(p);
  memset(p, 0, n);
  p[0] = 1;
  return p;
}

CASE char *rw_but_reset(size_t n, int turns) {
  char *p = calloc(n, 1);
  if (!p)
    return NULL;
  for (int i = 0; i < turns; ++i) {
    memset(p, 0, n);
    p[(size_t)i % n] += 1;
    touch(p);
  }
  return p;
}

int main(void) {
  int out = 0;
  FOR_SIZES(n) {
    if (n > 200000)
      break;
    dirty(n);
    dirty(n * 4);
    dirty(sizeof(struct record));
    finish("memset_again", rw_memset_again(n, &out), n);
    finish("fields_again", rw_fields_again(), sizeof(struct record));
    finish("loop_again", rw_loop_again(n), n * 4);
    finish("but_dirty", rw_but_dirty(n), n);
    finish("but_reset", rw_but_reset(n, 3), n);
  }
  printf("%d\n", out);
  return 0;
}
