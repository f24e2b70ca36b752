/* Row A1: malloc(n) and memset(p, 0, n), with every kind of null check. */
// RUN: %compare %s %preload %memcheck
#include "zt.h"

CASE void *rw_unchecked(size_t n) {
  void *p = malloc(n);
  memset(p, 0, n);
  return p;
}

CASE void *rw_early_return(size_t n) {
  char *p = malloc(n);
  if (!p)
    return NULL;
  memset(p, 0, n);
  return p;
}

CASE void *rw_guarded(size_t n) {
  char *p = malloc(n);
  if (p)
    memset(p, 0, n);
  return p;
}

CASE void *rw_abort(size_t n) {
  char *p = malloc(n);
  if (p == NULL)
    abort();
  memset(p, 0, n);
  return p;
}

CASE void *rw_message(size_t n) {
  char *p = malloc(n);
  if (!p) {
    fprintf(stderr, "out of memory allocating %zu bytes\n", n);
    exit(3);
  }
  memset(p, 0, n);
  return p;
}

struct buffer {
  char *data;
  size_t size;
};

CASE int rw_goto_fail(struct buffer *b, size_t n) {
  b->data = malloc(n);
  if (!b->data)
    goto fail;
  memset(b->data, 0, n);
  b->size = n;
  return 0;
fail:
  b->size = 0;
  return -1;
}

static void *xmalloc(size_t n) {
  void *p = malloc(n);
  if (!p && n)
    abort();
  return p;
}

CASE void *rw_wrapper_inlined(size_t n) {
  void *p = xmalloc(n);
  memset(p, 0, n);
  return p;
}

CASE void *rw_used_at_once(size_t n) {
  unsigned char *p = malloc(n);
  if (!p)
    return NULL;
  memset(p, 0, n);
  p[n / 2] = 7;
  p[n - 1] += 3;
  return p;
}

int main(void) {
  FOR_SIZES(n) {
    dirty(n);
    finish("unchecked", rw_unchecked(n), n);
    finish("early_return", rw_early_return(n), n);
    finish("guarded", rw_guarded(n), n);
    finish("abort", rw_abort(n), n);
    finish("message", rw_message(n), n);
    struct buffer b;
    if (rw_goto_fail(&b, n) == 0)
      finish("goto_fail", b.data, b.size);
    finish("wrapper_inlined", rw_wrapper_inlined(n), n);
    finish("used_at_once", rw_used_at_once(n), n);
  }
  finish("large", rw_guarded((size_t)3 << 20), (size_t)3 << 20);
  /* A zero size gives a block that can be freed, or null. */
  free(rw_guarded(0));
  return 0;
}
