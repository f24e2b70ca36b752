// Ways of zeroing for which clang alone keeps its memset, as programs write
// them. Compiled without the plugin (SIDE = original), where `aligned`,
// `prefix` and `new` stay what they are here; the rewritten form of these is in
// ways.c, by hand. Compiled with the plugin (SIDE = rewritten) for `loop`.
#include "table.h"
#include <stdlib.h>
#include <string.h>

#define PASTE_(a, b) a##b
#define PASTE(a, b) PASTE_(a, b)

static inline double *by_loop(size_t size) {
  size_t n = zp_bench_opaque(size / sizeof(double)); // a count, as it comes
  double *p = malloc(n * sizeof *p);
  if (!p)
    return NULL;
  for (size_t i = 0; i < n; i++)
    p[i] = 0.0;
  return p;
}
ZP_WAY(loop, (char *)by_loop(size))

#ifdef ORIGINAL
static inline char *by_aligned(size_t size) {
  char *p = aligned_alloc(64, size);
  if (p)
    memset(p, 0, size);
  return p;
}
ZP_WAY(aligned, by_aligned(size))

// All but the last 64 bytes, which nobody reads.
static inline char *by_prefix(size_t size) {
  char *p = malloc(size);
  if (p)
    memset(p, 0, size - 64);
  return p;
}
ZP_WAY(prefix, by_prefix(size))

// operator new[] where there is a C++ library.
#ifdef WITH_NEW
char *_Znam(size_t size);
static inline char *by_new(size_t size) {
  char *p = _Znam(size);
  memset(p, 0, size);
  return p;
}
ZP_WAY(new, by_new(size))
#endif
#endif

const struct zp_way PASTE(zp_shapes_, SIDE)[] = {
#ifdef ORIGINAL
    {"loop", loop_run, NULL},     {"aligned", aligned_run, NULL},
    {"prefix", prefix_run, NULL},
#ifdef WITH_NEW
    {"new", new_run, NULL},
#endif
#else
    {"zp-loop", loop_run, NULL},
#endif
    {NULL, NULL, NULL},
};
