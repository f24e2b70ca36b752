/*===- allocator.h - who allocates behind malloc, and what suits it ---------===*
 *
 * The answer is found once and kept. "Unknown" is always right, only slower.
 *
 *===------------------------------------------------------------------------===*/
#ifndef ZP_ALLOCATOR_H
#define ZP_ALLOCATOR_H

#include "names.h"
#include <stddef.h>
#include <stdint.h>

enum zp_allocator {
  ZP_NOT_ASKED, /* nobody has asked yet: never a result */
#define ZP_ALLOCATOR(id, name, malloc_up_to) id,
#include "allocators.def"
};

/* What suits an allocator. */
struct zp_policy {
  size_t malloc_up_to; /* largest size for which malloc + memset beats calloc */
};

ZP_HIDDEN extern const struct zp_policy ZP_FN(policies)[];

/* The answer so far, and what the hot path asks instead: the allocator's
 * malloc_up_to once it is proven, 0 before that and where it is unknown. Both
 * may exist once per linked object, and threads may find them at the same time:
 * they find the same, and either one alone leads to a right choice. */
ZP_HIDDEN extern uint32_t ZP_FN(allocator_id);
ZP_HIDDEN extern size_t ZP_FN(small_limit);

/* Finds and keeps the answer. Calls nothing; safe before main and in a signal
 * handler. */
ZP_HIDDEN enum zp_allocator ZP_FN(identify)(void);

static inline enum zp_allocator zp_allocator(void) {
  uint32_t id = __atomic_load_n(&ZP_FN(allocator_id), __ATOMIC_RELAXED);
  if (ZP_UNLIKELY(id == ZP_NOT_ASKED))
    return ZP_FN(identify)();
  return (enum zp_allocator)id;
}

static inline const struct zp_policy *zp_policy(enum zp_allocator id) {
  return &ZP_FN(policies)[id];
}

static inline void zp_keep_allocator(enum zp_allocator id) {
  int proven = id != ZP_NOT_ASKED && id != ZP_UNKNOWN;
  __atomic_store_n(&ZP_FN(small_limit),
                   proven ? zp_policy(id)->malloc_up_to : 0, __ATOMIC_RELAXED);
  __atomic_store_n(&ZP_FN(allocator_id), (uint32_t)id, __ATOMIC_RELAXED);
}

/* True for 1 to small_limit bytes; 0 bytes are the general case's affair. */
static inline int zp_is_small(size_t size) {
  return size - 1 < __atomic_load_n(&ZP_FN(small_limit), __ATOMIC_RELAXED);
}

#endif
