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

/* The answer so far. It may exist once per linked object, and threads may find
 * it at the same time: they find the same. */
ZP_HIDDEN extern uint32_t ZP_FN(allocator_id);

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

#endif
