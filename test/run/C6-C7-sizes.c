/* Rows C6 and C7: memset of the pointer's own size; 32-bit products that wrap,
 * whose wrapped size is what must be allocated. */
// RUN: %compare %s %preload
#include "zt.h"

CASE void *keep_size_of_pointer(size_t n) {
  char *p = malloc(n);
  if (!p)
    return NULL;
  memset(p, 0, sizeof p);
  memset(p + sizeof p, 6, n - sizeof p);
  return p;
}

CASE void *rw_wrapped(uint32_t n) {
  char *p = malloc(n * 16u);
  if (!p)
    return NULL;
  memset(p, 0, n * 16u);
  return p;
}

CASE void *rw_wrapped_calloc(uint32_t n) { return calloc(n * 16u, 1); }

/* 64-bit products that wrap: the size of a calloc would not. */
CASE void *rw_wrapped_64(size_t n) {
  char *p = malloc(n * 16);
  if (!p)
    return NULL;
  memset(p, 0, n * 16);
  return p;
}

/* The loop writes n elements, the block is larger than their 32-bit size. */
CASE int *keep_wider_than_loop(size_t n) {
  int *p = malloc(n * sizeof *p + 4);
  if (!p)
    return NULL;
  for (uint32_t i = 0; i < (uint32_t)n; ++i)
    p[i] = 0;
  p[n] = 8;
  return p;
}

CASE int *keep_truncated_bound(size_t n) {
  int *p = malloc(n * sizeof *p);
  if (!p)
    return NULL;
  for (uint8_t i = 0; i < (uint8_t)n; ++i)
    p[i] = 0;
  for (size_t i = n & 0xff; i < n; ++i)
    p[i] = 5;
  return p;
}

static void report(const char *name, void *p) {
  if (!p) {
    printf("%s null\n", name);
    return;
  }
  printf("%s %s\n", name, malloc_usable_size(p) < 4096 ? "small" : "large");
  finish(name, p, 16);
}

int main(void) {
  FOR_SIZES(n) {
    if (n > 65536)
      break;
    dirty(n * 4);
    dirty(n * 16);
    finish("size_of_pointer", keep_size_of_pointer(n + 8), n + 8);
    finish("wrapped", rw_wrapped((uint32_t)n), n * 16);
    finish("wrapped_calloc", rw_wrapped_calloc((uint32_t)n), n * 16);
    finish("wrapped_64", rw_wrapped_64(n), n * 16);
    finish("wider_than_loop", keep_wider_than_loop(n), n * 4 + 4);
    finish("truncated_bound", keep_truncated_bound(n), n * 4);
  }
  report("2^28 + 1", rw_wrapped(0x10000001u));
  report("2^28 + 1", rw_wrapped_calloc(0x10000001u));
  report("2^60 + 1", rw_wrapped_64(opaque(((size_t)1 << 60) + 1)));
  return 0;
}
