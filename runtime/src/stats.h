/*===- stats.h - what the variants tell the statistics ---------------------===*
 *
 * The library only. While statistics are kept, the limits of the hot paths are 0
 * (zp_hot in allocator.h): every call then goes the way of the general case,
 * which counts, and the hot path pays nothing where none are kept.
 *
 *===----------------------------------------------------------------------===*/
#ifndef ZP_STATS_H
#define ZP_STATS_H

#include "names.h"
#include <stddef.h>

/* A variant is a row of variants.def. */
enum zp_variant {
#define ZP_VARIANT(id, name) id,
#include "variants.def"
  ZP_VARIANTS
};

#ifdef ZP_EMBEDDED

static inline int zp_stats_on(void) { return 0; }
static inline void zp_stats_call(enum zp_variant variant, const void *p,
                                 size_t size) {
  (void)variant, (void)p, (void)size;
}
static inline void zp_stats_fresh(size_t bytes) { (void)bytes; }
static inline void zp_stats_mute(void) {}
static inline void zp_stats_unmute(void) {}

#else

ZP_DATA extern int ZP_FN(stats_on);
/* `p` is looked at, not into: const would say to GCC that it is read. */
ZP_HIDDEN void ZP_FN(stats_count_call)(enum zp_variant variant, void *p,
                                       size_t size);
ZP_HIDDEN void ZP_FN(stats_count_fresh)(size_t bytes);
ZP_HIDDEN void ZP_FN(stats_mute)(int more);

/* Keeps statistics from now on, to be written at exit as a table, or as JSON to
 * `file`. Returns null, or what is wrong with the file's name. */
ZP_HIDDEN const char *ZP_FN(stats_start)(const char *file);

/* Writes them: stats_report.c. Null: a table on standard error. */
struct zp_stats;
ZP_HIDDEN void ZP_FN(stats_report)(const struct zp_stats *stats,
                                   const char *file, int parents_too);

static inline int zp_stats_on(void) {
  return __builtin_expect(__atomic_load_n(&ZP_FN(stats_on), __ATOMIC_RELAXED),
                          0);
}

/* One call of `variant` for `size` bytes that ended in `p` (null: it failed).
 * Each variant says so once, where it returns to rewritten code. */
static inline void zp_stats_call(enum zp_variant variant, const void *p,
                                 size_t size) {
  if (zp_stats_on())
    ZP_FN(stats_count_call)(variant, (void *)p, size);
}

/* `bytes` that were zero already and were not cleared. */
static inline void zp_stats_fresh(size_t bytes) {
  if (zp_stats_on())
    ZP_FN(stats_count_fresh)(bytes);
}

/* A variant that calls another one on the way: between the two this thread's
 * calls are no calls from outside. Nothing in between may throw. */
static inline void zp_stats_mute(void) {
  if (zp_stats_on())
    ZP_FN(stats_mute)(1);
}
static inline void zp_stats_unmute(void) {
  if (zp_stats_on())
    ZP_FN(stats_mute)(-1);
}

#endif

#endif
