/* A program that allocates in every way, for tests whose point is elsewhere:
 * in the allocator behind it, in the flags, in the way it is linked. */
#include "../zt.h"
#include "user.h"

CASE void *rw_fixed(size_t n, int kind) {
  char *p = malloc(n);
  if (!p)
    return NULL;
  for (int i = 0; i < kind; ++i)
    touch(NULL);
  memset(p, 0, n);
  return p;
}

CASE void *rw_large(int kind) {
  char *p = malloc(LARGE);
  if (!p)
    return NULL;
  if (kind)
    touch(NULL);
  memset(p, 0, LARGE);
  return p;
}

CASE void *rw_sized_calloc(size_t n, size_t size) { return calloc(n, size); }

CASE int *rw_loop(size_t n) {
  int *p = malloc(n * sizeof *p);
  if (!p)
    return NULL;
  for (size_t i = 0; i < n; ++i)
    p[i] = ZERO;
  return p;
}

CASE void *rw_folded(size_t n) {
  void *p = malloc(n);
  if (p)
    memset(p, 0, n);
  return p;
}

CASE int rw_pair(size_t n, char **a, char **b) {
  char *p = malloc(n), *q = malloc(n * 2);
  if (!p || !q) {
    free(p);
    free(q);
    return -1;
  }
  memset(p, 0, n);
  memset(q, 0, n * 2);
  *a = p;
  *b = q;
  return 0;
}

CASE void *rw_small_24(void) { return calloc(1, 24); }
CASE void *rw_small_100(void) { return calloc(4, 25); }
CASE void *rw_small_512(void) {
  void *p = malloc(512);
  if (p)
    memset(p, 0, 512);
  return p;
}
CASE void *rw_small_1000(void) { return calloc(1, 1000); }

CASE long *rw_again(size_t n) {
  long *p = calloc(n, sizeof *p);
  if (!p)
    return NULL;
  touch(NULL);
  memset(p, 0, n * sizeof *p);
  return p;
}

struct four {
  int a, b, c, d;
};
CASE struct four *rw_all_set(int x) {
  struct four *p = calloc(1, sizeof *p);
  if (!p)
    return NULL;
  p->a = x;
  p->b = x * 2;
  p->c = x * 3;
  p->d = x * 4;
  return p;
}

CASE void *keep_partial(size_t n) {
  char *p = malloc(n + 1);
  if (!p)
    return NULL;
  memset(p, 0, n);
  p[n] = 3;
  return p;
}
