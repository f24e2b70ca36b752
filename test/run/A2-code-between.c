/* Row A2: unrelated blocks, or an opaque call, between check and memset. */
// RUN: %compare %s %preload
#include "zt.h"

int counter;

static __attribute__((noinline)) void opaque_call(void) {
  __asm__ volatile("" : : : "memory");
  ++counter;
}

CASE void *rw_unrelated_blocks(size_t n, int kind, int *out) {
  char *p = malloc(n);
  if (!p)
    return NULL;
  if (kind == 1)
    *out = 5;
  else if (kind == 2)
    *out = (int)n * 3;
  memset(p, 0, n);
  return p;
}

CASE void *rw_unrelated_loop(size_t n, const int *v, int *sum) {
  char *p = malloc(n);
  if (!p)
    return NULL;
  int s = 0;
  for (int i = 0; i < 4; ++i)
    if (v[i] > 1)
      s += v[i];
  *sum = s;
  memset(p, 0, n);
  return p;
}

CASE void *rw_call_between(size_t n) {
  char *p = malloc(n);
  if (!p)
    return NULL;
  opaque_call();
  memset(p, 0, n);
  return p;
}

CASE void *rw_call_and_blocks(size_t n, int kind) {
  char *p = malloc(n);
  if (!p)
    return NULL;
  if (kind)
    opaque_call();
  else
    counter += 10;
  memset(p, 0, n);
  return p;
}

/* The call sees the block: what it writes there must stay written, then go. */
char *published;
static __attribute__((noinline)) void write_published(void) {
  __asm__ volatile("" : : : "memory");
  published[0] = 'w';
  counter += published[0];
}

CASE void *keep_published(size_t n) {
  char *p = malloc(n);
  if (!p)
    return NULL;
  published = p;
  write_published();
  memset(p, 0, n);
  return p;
}

int main(void) {
  int v[4] = {1, 2, 3, 4}, out = 0;
  FOR_SIZES(n) {
    dirty(n);
    for (int kind = 0; kind < 3; ++kind)
      finish("unrelated_blocks", rw_unrelated_blocks(n, kind, &out), n);
    finish("unrelated_loop", rw_unrelated_loop(n, v, &out), n);
    finish("call_between", rw_call_between(n), n);
    finish("call_and_blocks", rw_call_and_blocks(n, n & 1), n);
    finish("published", keep_published(n), n);
    printf("%d %d\n", out, counter);
  }
  return 0;
}
