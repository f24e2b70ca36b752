/* Row A18: bzero, __memset_chk, and memset as the value that is returned. */
// RUN: %compare %s %preload
// RUN: %compare %s --perturb-only --counted no --sabotage no -- -O2 -D_FORTIFY_SOURCE=2
#include "zt.h"
#include <strings.h>

CASE void *rw_bzero(size_t n) {
  void *p = malloc(n);
  if (!p)
    return NULL;
  bzero(p, n);
  return p;
}

CASE void *rw_bzero_later(size_t n, int *out) {
  void *p = malloc(n);
  if (!p)
    return NULL;
  if (n > 100)
    *out += 1;
  bzero(p, n);
  return p;
}

CASE void *rw_returned(size_t n) { return memset(malloc(n), 0, n); }

CASE void *rw_checked_returned(size_t n) {
  void *p = malloc(n);
  return p ? __builtin___memset_chk(p, 0, n, n) : NULL;
}

CASE void *rw_checked_unbounded(size_t n, int *out) {
  void *p = malloc(n);
  if (!p)
    return NULL;
  if (n > 100)
    *out += 1;
  __builtin___memset_chk(p, 0, n, (size_t)-1);
  return p;
}

CASE void *rw_checked_used(size_t n) {
  char *p = malloc(n);
  if (!p)
    return NULL;
  char *q = __builtin___memset_chk(p, 0, n, __builtin_object_size(p, 0));
  q[0] = 'q';
  return q;
}

int main(void) {
  int out = 0;
  FOR_SIZES(n) {
    dirty(n);
    finish("bzero", rw_bzero(n), n);
    finish("bzero_later", rw_bzero_later(n, &out), n);
    finish("returned", rw_returned(n), n);
    finish("checked_returned", rw_checked_returned(n), n);
    finish("checked_unbounded", rw_checked_unbounded(n, &out), n);
    finish("checked_used", rw_checked_used(n), n);
  }
  printf("%d\n", out);
  return 0;
}
