// The benchmark kernels: one small loop for each way of getting zeroed memory.
// Compiled as the build file says in kernels.h; nothing here may depend on
// SIDE but the name of the table, so that both sides have the same source.
#include "kernels.h"
#include <stdlib.h>
#include <string.h>

#define PASTE_(a, b) a##b
#define PASTE(a, b) PASTE_(a, b)

// The bare copy: every block comes from malloc and is left as it is.
#ifdef ZP_BENCH_BARE
#define calloc(n, size) malloc((n) * (size))
#define ZERO(p, size) ((void)0)
#define LOOP_COUNT(n) ((void)(n), (size_t)0)
#else
#define ZERO(p, size) memset(p, 0, size)
#define LOOP_COUNT(n) (n)
#endif

// The block is seen by code that the compiler knows nothing of.
static inline void escape(void *p) {
  __asm__ volatile("" : : "r"(p) : "memory");
}

// A value that the compiler knows nothing of.
static inline size_t opaque(size_t value) {
  __asm__ volatile("" : "+r"(value));
  return value;
}

// Every byte is used once, behind the compiler's back.
static inline void touch(char *p, size_t size) {
  __asm__ volatile("" : "+r"(p) : : "memory");
  memset(p, 1, size);
  escape(p);
}

// (a) Blocks of a small constant size, by either spelling.
#define CONSTANT(SIZE)                                                         \
  static void calloc_##SIZE(size_t iterations, size_t size) {                  \
    (void)size;                                                                \
    for (size_t i = 0; i < iterations; i++) {                                  \
      char *p = calloc(1, SIZE);                                               \
      escape(p);                                                               \
      free(p);                                                                 \
    }                                                                          \
  }                                                                            \
  static void memset_##SIZE(size_t iterations, size_t size) {                  \
    (void)size;                                                                \
    for (size_t i = 0; i < iterations; i++) {                                  \
      char *p = malloc(SIZE);                                                  \
      if (p)                                                                   \
        ZERO(p, SIZE);                                                         \
      escape(p);                                                               \
      free(p);                                                                 \
    }                                                                          \
  }

CONSTANT(24)
CONSTANT(64)
CONSTANT(128)
CONSTANT(256)
CONSTANT(512)
CONSTANT(1024)

// Ways to zero a block whose size is known only at run time; each a function
// of its own, as the once kernels and the loops share them.
static inline double *by_memset(size_t size) {
  double *p = malloc(size);
  if (p)
    ZERO(p, size);
  return p;
}

static inline double *by_loop(size_t size) {
  size_t n = opaque(size / sizeof(double)); // a count, as programs have it
  double *p = malloc(n * sizeof *p);
  if (!p)
    return NULL;
  for (size_t i = 0; i < LOOP_COUNT(n); i++)
    p[i] = 0.0;
  return p;
}

static inline double *by_calloc(size_t size) {
  return calloc(opaque(size / 16), opaque(16));
}

#define SIZED(NAME)                                                            \
  static void NAME##_loop(size_t iterations, size_t size) {                    \
    for (size_t i = 0; i < iterations; i++) {                                  \
      double *p = by_##NAME(size);                                             \
      escape(p);                                                               \
      free(p);                                                                 \
    }                                                                          \
  }                                                                            \
  static void NAME##_touched(size_t iterations, size_t size) {                 \
    for (size_t i = 0; i < iterations; i++) {                                  \
      double *p = by_##NAME(size);                                             \
      if (p)                                                                   \
        touch((char *)p, size);                                                \
      free(p);                                                                 \
    }                                                                          \
  }                                                                            \
  static void *NAME##_once(size_t size) {                                      \
    double *p = by_##NAME(size);                                               \
    escape(p);                                                                 \
    return p;                                                                  \
  }                                                                            \
  static void *NAME##_once_touched(size_t size) {                              \
    double *p = by_##NAME(size);                                               \
    if (p)                                                                     \
      touch((char *)p, size);                                                  \
    return p;                                                                  \
  }

SIZED(memset)
SIZED(loop)
SIZED(calloc)

#define CONSTANT_ROWS(SIZE)                                                    \
  {"constant-calloc", SIZE, calloc_##SIZE, NULL}, {                            \
    "constant-memset", SIZE, memset_##SIZE, NULL                               \
  }
#define SIZED_ROWS(NAME)                                                       \
  {"unknown-" #NAME, 0, NAME##_loop, NULL},                                    \
      {"unknown-" #NAME "-touched", 0, NAME##_touched, NULL},                  \
      {"first-use-" #NAME, 0, NULL, NAME##_once}, {                            \
    "first-use-" #NAME "-touched", 0, NULL, NAME##_once_touched                \
  }

const struct zp_kernel PASTE(zp_kernels_, SIDE)[] = {
    CONSTANT_ROWS(24),  CONSTANT_ROWS(64),  CONSTANT_ROWS(128),
    CONSTANT_ROWS(256), CONSTANT_ROWS(512), CONSTANT_ROWS(1024),
    SIZED_ROWS(memset), SIZED_ROWS(loop),   SIZED_ROWS(calloc),
};

#ifdef ZP_BENCH_BARE
const size_t zp_kernel_count =
    sizeof PASTE(zp_kernels_, SIDE) / sizeof *PASTE(zp_kernels_, SIDE);
#endif
