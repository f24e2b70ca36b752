/*===- new.h - what stands behind an operator new --------------------------===*
 *
 * The answer is found once for each operator and kept. "Any" is always right,
 * only slower.
 *
 *===----------------------------------------------------------------------===*/
#ifndef ZP_NEW_H
#define ZP_NEW_H

#include "names.h"
#include <stdint.h>

enum zp_new_kind {
  ZP_NEW_NOT_ASKED,
  ZP_NEW_ANY,      /* nothing is proven */
  ZP_NEW_FAMILY,   /* its blocks are the known allocator's own */
  ZP_NEW_IS_MALLOC /* it returns what the program's malloc returns */
};

/* Operators of which the answer is known: address, and answer in the two top
 * bits. As many as new and new[] have forms; one more is any. */
enum { ZP_NEW_KNOWN = 8, ZP_NEW_KIND_SHIFT = 62 };
ZP_DATA extern uint64_t ZP_FN(new_known)[ZP_NEW_KNOWN];

/* Finds and keeps the answer for an operator that has just returned a block:
 * what it calls is bound by then. */
ZP_HIDDEN enum zp_new_kind ZP_FN(new_ask)(uintptr_t op, int aligned);

static inline enum zp_new_kind zp_new_kind(uintptr_t op) {
  for (int i = 0; i < ZP_NEW_KNOWN; ++i) {
    uint64_t known = __atomic_load_n(&ZP_FN(new_known)[i], __ATOMIC_RELAXED);
    if ((known ^ op) << 2 == 0)
      return (enum zp_new_kind)(known >> ZP_NEW_KIND_SHIFT);
  }
  return ZP_NEW_NOT_ASKED;
}

#endif
