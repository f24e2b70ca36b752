/* One source, five objects: PART=0 is main, PART=1 to 4 allocate, each in its
 * own functions, so that every object has calls that rewritten code makes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PASTE(a, b) a##b
#define NAME(a, b) PASTE(a, b)
#define FOR_PARTS(X) X(1) X(2) X(3) X(4)

#ifndef PART
#define ALL
#endif

#define DEFINE(n)                                                              \
  __attribute__((noinline)) char *loop##n(size_t bytes) {                      \
    char *p = malloc(bytes);                                                   \
    if (!p)                                                                    \
      return NULL;                                                             \
    for (size_t i = 0; i < bytes; ++i)                                         \
      p[i] = 0;                                                                \
    return p;                                                                  \
  }                                                                            \
  __attribute__((noinline)) char *sized##n(size_t a, size_t b) {               \
    return calloc(a, b);                                                       \
  }                                                                            \
  __attribute__((noinline)) char *small##n(void) { return calloc(1, 200); }
#define DECLARE(n)                                                             \
  char *loop##n(size_t bytes);                                                 \
  char *sized##n(size_t a, size_t b);                                          \
  char *small##n(void);

FOR_PARTS(DECLARE)
#ifdef ALL
FOR_PARTS(DEFINE)
#elif PART > 0
#define DEFINE_PART(n) DEFINE(n)
DEFINE_PART(PART)
#endif

#if defined(ALL) || PART == 0
static unsigned total;

static void take(char *p, size_t n) {
  for (size_t i = 0; i < n; ++i)
    total = total * 33 + (unsigned char)p[i];
  memset(p, 0xd1, n);
  __asm__ volatile("" : : "r"(p) : "memory");
  free(p);
}

int main(void) {
  for (size_t n = 1; n < 300000; n = n * 3 + 1)
    for (int turn = 0; turn < 3; ++turn) {
      total += (unsigned)n;
#define RUN(k)                                                                 \
  take(loop##k(n), n);                                                         \
  take(sized##k(n, 2), n * 2);                                                 \
  take(small##k(), 200);
      FOR_PARTS(RUN)
      printf("%zu %08x\n", n, total);
    }
  return 0;
}
#endif
