/*===- zalloc.c - zeroed variants of malloc and calloc ---------------------===*
 *
 * Each asks which allocator serves the program and does what is cheapest there.
 * Whatever is not proven gets what the original did, so that no answer is ever
 * wrong: malloc + memset for a malloc that was zeroed, calloc for a calloc.
 *
 *===----------------------------------------------------------------------===*/
#include "allocator.h"
#include "entries.h"
#include "fresh.h"
#include "heap.h"
#include "libc.h"
#include "pages.h"
#include "settings.h"
#include "stats.h"

/* malloc + null check + memset is what LLVM and GCC fold to calloc, here and
 * again when the program is optimised at link time, with or without the plugin.
 * The empty asm statement hides that both see the same block and costs no
 * instruction. The block itself is returned, not its alias: callers keep what
 * is known of a fresh one. */
ZP_INLINE void *zp_malloc_memset(size_t size) {
  void *p = malloc(size);
  void *same = p;
  __asm__("" : "+r"(same));
  if (p)
    memset(same, 0, size);
  return p;
}

/* The same for a block of any size. */
ZP_INLINE void *zp_malloc_zeroed(size_t size, unsigned how, int fresh) {
  void *p = malloc(size);
  void *same = p;
  __asm__("" : "+r"(same));
  if (p)
    zp_treat_block(same, size, how, 1, fresh);
  return p;
}

ZP_INLINE void *zp_calloc_settled(size_t n, size_t size, unsigned how) {
  void *p = calloc(n, size);
  if (!p)
    return NULL;
  /* What can be told of what glibc does not clear. */
  if (zp_stats_on() && zp_mapped_alone(p, n * size).bytes)
    zp_stats_fresh(n * size);
  zp_settle(p, n * size, how);
  return p;
}

/* A malloc that is then zeroed. Without mincore nothing tells a fresh page from
 * another, and malloc + memset is what the original did. */
ZP_INLINE void *zp_zeroed(size_t size, unsigned how) {
  const struct zp_policy *policy = zp_policy_now();
  if (size <= policy->memset_up_to)
    return zp_malloc_zeroed(size, how, 0);
  if (size > policy->calloc_up_to ? size <= policy->fresh_up_to
                                  : zp_heap_may_be_fresh(size))
    return zp_malloc_zeroed(size, how, 1);
  return zp_calloc_settled(1, size, how);
}

/* A calloc of the source. An overflowing product goes to the program's calloc
 * as well, which fails by its own rules. */
ZP_INLINE void *zp_source_calloc(size_t n, size_t size, unsigned how) {
  size_t bytes;
  if (!__builtin_mul_overflow(n, size, &bytes)) {
    const struct zp_policy *policy = zp_policy_now();
    if (bytes - 1 < policy->source_memset_up_to) /* 0 bytes: as it was */
      return zp_malloc_zeroed(bytes, how, 0);
    if ((bytes > policy->source_calloc_up_to ? bytes <= policy->fresh_up_to
                                             : zp_heap_may_be_fresh(bytes)) &&
        !(how & ZP_HOW_NO_RESIDENCY))
      return zp_malloc_zeroed(bytes, how, 1);
  }
  return zp_calloc_settled(n, size, how);
}

/* What is inlined into rewritten code is the small block and one comparison.
 * Everything else is called: "any" hands what calloc serves on and has no frame
 * of its own, "chosen" looks at the allocator's row. */
ZP_HIDDEN void *ZP_FN(zalloc_any)(size_t size, unsigned how);
ZP_HIDDEN void *ZP_FN(zalloc_chosen)(size_t size, unsigned how);
ZP_HIDDEN void *ZP_FN(calloc_any)(size_t n, size_t size, unsigned how);
ZP_HIDDEN void *ZP_FN(calloc_chosen)(size_t n, size_t size, unsigned how);

ZP_INLINE void *zp_small_or_any(size_t size, unsigned how) {
  if (zp_is_small(size, &ZP_FN(small_zalloc_limit)))
    return zp_malloc_memset(size);
  return ZP_FN(zalloc_any)(size, how);
}

void *ZP_FN(zalloc)(size_t size) { return zp_small_or_any(size, 0); }

void *ZP_FN(zalloc_how)(size_t size, unsigned how) {
  return zp_small_or_any(size, how);
}

/* A block that calloc serves, and nothing is to be done with it afterwards. */
ZP_INLINE int zp_is_callocs(size_t size, unsigned how, const size_t *limit) {
  return zp_is_small(size, limit) && !(zp_asked(how) & ZP_HOW_PREFAULT);
}

ZP_CALLED void *ZP_FN(zalloc_any)(size_t size, unsigned how) {
  if (zp_is_callocs(size, how, &ZP_FN(calloc_limit)))
    return calloc(1, size);
  return ZP_FN(zalloc_chosen)(size, how);
}

ZP_CALLED void *ZP_FN(zalloc_chosen)(size_t size, unsigned how) {
  void *p = zp_zeroed(size, zp_asked(how));
  zp_stats_call(ZP_V_ZALLOC, p, size);
  return p;
}

ZP_CALLED void *ZP_FN(zalloc_large_how)(size_t size, unsigned how) {
  void *p = zp_zeroed(size, zp_asked(how));
  zp_stats_call(ZP_V_ZALLOC_LARGE, p, size);
  return p;
}

void *ZP_FN(zalloc_large)(size_t size) {
  return ZP_FN(zalloc_large_how)(size, 0);
}

ZP_INLINE void *zp_small_or_any_calloc(size_t n, size_t size, unsigned how) {
  size_t bytes;
  if (!__builtin_mul_overflow(n, size, &bytes) &&
      zp_is_small(bytes, &ZP_FN(small_calloc_limit)))
    return zp_malloc_memset(bytes);
  return ZP_FN(calloc_any)(n, size, how);
}

void *ZP_FN(calloc)(size_t n, size_t size) {
  return zp_small_or_any_calloc(n, size, 0);
}

void *ZP_FN(calloc_how)(size_t n, size_t size, unsigned how) {
  return zp_small_or_any_calloc(n, size, how);
}

ZP_CALLED void *ZP_FN(calloc_any)(size_t n, size_t size, unsigned how) {
  size_t bytes;
  if (!__builtin_mul_overflow(n, size, &bytes) &&
      zp_is_callocs(bytes, how, &ZP_FN(source_calloc_limit)))
    return calloc(n, size);
  return ZP_FN(calloc_chosen)(n, size, how);
}

ZP_CALLED void *ZP_FN(calloc_chosen)(size_t n, size_t size, unsigned how) {
  size_t bytes;
  if (__builtin_mul_overflow(n, size, &bytes))
    bytes = SIZE_MAX;
  void *p = zp_source_calloc(n, size, zp_asked(how));
  zp_stats_call(ZP_V_CALLOC, p, bytes);
  return p;
}

ZP_CALLED void *ZP_FN(zalloc_block)(size_t size, unsigned how) {
  return zp_zeroed(size, how);
}

ZP_PUBLIC(zalloc)
ZP_PUBLIC(zalloc_large)
ZP_PUBLIC(calloc)
