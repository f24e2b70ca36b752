/*===- allocator.h - who allocates behind malloc, and what suits it --------===*
 *
 * The answer is found once and kept. "Unknown" is always right, only slower.
 *
 *===----------------------------------------------------------------------===*/
#ifndef ZP_ALLOCATOR_H
#define ZP_ALLOCATOR_H

#include "names.h"
#include "stats.h"
#include <stddef.h>
#include <stdint.h>

enum zp_allocator {
  ZP_NOT_ASKED, /* nobody has asked yet: never a result */
#define ZP_ALLOCATOR(id, ...) id,
#include "allocators.def"
  ZP_ALLOCATORS
};

/* What suits an allocator, by size in bytes. A malloc that is then zeroed is
 * served by malloc + memset up to memset_up_to, by calloc up to calloc_up_to,
 * by malloc + zero_fresh up to fresh_up_to, by calloc above. A calloc of the
 * source likewise, but its block must not become more resident than it was. */
struct zp_policy {
  size_t memset_up_to, calloc_up_to;
  size_t source_memset_up_to, source_calloc_up_to;
  size_t fresh_up_to;
};

ZP_DATA extern const struct zp_policy ZP_FN(policy_rows)[];

/* The answer so far, and what the hot paths ask instead: how far malloc +
 * memset serves a malloc that is then zeroed, and a calloc of the source; 0
 * before the answer, and where statistics need to see every call. They may
 * exist once per linked object, and threads may find them at the same time:
 * they find the same, and each one alone leads to a right choice. */
ZP_DATA extern uint32_t ZP_FN(allocator_found);
ZP_DATA extern size_t ZP_FN(small_zalloc_limit);
ZP_DATA extern size_t ZP_FN(small_calloc_limit);

/* And what comes next: how far calloc serves them where nothing is asked of the
 * block's pages. */
ZP_DATA extern size_t ZP_FN(calloc_limit);
ZP_DATA extern size_t ZP_FN(source_calloc_limit);

/* True for an address in the object file of glibc's malloc, some 20 KB long;
 * `info` is where malloc_info stands, which that file defines, or 0. */
static inline int zp_in_glibcs_malloc(uintptr_t address, uintptr_t info) {
  const uintptr_t object_file = 64 * 1024;
  return info && address - info + object_file < 2 * object_file;
}

/* Finds and keeps the answer. Calls nothing; safe before main and in a signal
 * handler. */
ZP_HIDDEN enum zp_allocator ZP_FN(identify_allocator)(void);

/* True if two addresses, the lower one first, lie in one loaded object, as far
 * as can be proven without a lock. */
ZP_HIDDEN int ZP_FN(in_one_object)(uintptr_t low, uintptr_t high);

/* True if an address lies in the object that asks, or may. */
ZP_HIDDEN int ZP_FN(is_of_asker)(uintptr_t address);

static inline enum zp_allocator zp_allocator(void) {
  uint32_t id = __atomic_load_n(&ZP_FN(allocator_found), __ATOMIC_RELAXED);
  if (ZP_UNLIKELY(id == ZP_NOT_ASKED))
    return ZP_FN(identify_allocator)();
  return (enum zp_allocator)id;
}

static inline const struct zp_policy *zp_policy(enum zp_allocator id) {
  return &ZP_FN(policy_rows)[id];
}

/* The program's row. */
static inline const struct zp_policy *zp_policy_now(void) {
  return zp_policy(zp_allocator());
}

/* How far the hot paths go where the choice holds up to `limit`: no further
 * than blocks for which nothing but their bytes counts, which a huge page does
 * not fit in; nowhere while statistics want to see every call. */
static inline size_t zp_hot(size_t limit) {
  const size_t farthest = (size_t)1 << 20;
  if (zp_stats_on())
    return 0;
  return limit < farthest ? limit : farthest;
}

static inline void zp_keep_allocator(enum zp_allocator id) {
  const struct zp_policy *policy = zp_policy(id);
  __atomic_store_n(&ZP_FN(small_zalloc_limit), zp_hot(policy->memset_up_to),
                   __ATOMIC_RELAXED);
  __atomic_store_n(&ZP_FN(small_calloc_limit),
                   zp_hot(policy->source_memset_up_to), __ATOMIC_RELAXED);
  const int has_calloc = policy->calloc_up_to > policy->memset_up_to;
  __atomic_store_n(&ZP_FN(calloc_limit),
                   has_calloc ? zp_hot(policy->calloc_up_to) : 0,
                   __ATOMIC_RELAXED);
  __atomic_store_n(&ZP_FN(source_calloc_limit),
                   zp_hot(policy->source_calloc_up_to), __ATOMIC_RELAXED);
  __atomic_store_n(&ZP_FN(allocator_found), (uint32_t)id, __ATOMIC_RELAXED);
}

/* True for 1 to `limit` bytes; 0 bytes are the general case's affair. */
static inline int zp_is_small(size_t size, const size_t *limit) {
  return size - 1 < __atomic_load_n(limit, __ATOMIC_RELAXED);
}

#endif
