/* Row C5: a function of the file's own that is called calloc or malloc. */
// RUN: %compare %s --sabotage no --counted no --expect "Passed==0" -- -O2 -DOWN_CALLOC
// RUN: %compare %s --sabotage no --counted no --expect "Passed==0" -- -O2 -DOWN_MALLOC
#include <stddef.h>
#include <stdio.h>
#include <string.h>

static unsigned char pool[1 << 16];
static size_t used;
void *malloc(size_t n);
void *realloc(void *p, size_t n);

#ifdef OWN_CALLOC
#define OWN calloc
static __attribute__((noinline)) void *calloc(size_t n, size_t size) {
  unsigned char *p = pool + used;
  used += n * size;
  memset(p, 'c', n * size);
  return p;
}
__attribute__((noinline)) void *keep_small(void) { return calloc(1, 24); }
__attribute__((noinline)) void *keep_sized(size_t n) { return calloc(n, 8); }
#else
static __attribute__((noinline)) void *own_malloc(size_t n) __asm__("malloc");
static __attribute__((noinline)) void *own_malloc(size_t n) {
  unsigned char *p = pool + used;
  used += n;
  memset(p, 'm', n);
  return p;
}
__attribute__((noinline)) void *keep_small(void) { return own_malloc(24); }
__attribute__((noinline)) void *keep_sized(size_t n) {
  unsigned char *p = own_malloc(n * 8);
  memset(p, 0, n * 4);
  memset(p, 0, n * 8);
  p[0] = 'm';
  return p;
}
#endif

int main(void) {
  unsigned sum = 0;
  for (size_t n = 3; n < 50; ++n) {
    unsigned char *p = keep_small(), *q = keep_sized(n);
    for (int i = 0; i < 24; ++i)
      sum = sum * 31 + p[i];
    for (size_t i = 0; i < n * 8; ++i)
      sum = sum * 31 + q[i];
  }
  printf("%08x %zu\n", sum, used);
  return 0;
}
