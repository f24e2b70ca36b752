/*===- pages.h - the pages behind a block -----------------------------------===*
 *
 * What a zeroed block is given beyond its bytes: huge pages, and pages that are
 * there before they are needed. The block's bytes stay as they are.
 *
 *===------------------------------------------------------------------------===*/
#ifndef ZP_PAGES_H
#define ZP_PAGES_H

#include "how.h"
#include "names.h"
#include <stddef.h>

/* Carries out what `how` asks for on a zeroed block that nobody has seen yet.
 * Never fails: advice that the kernel refuses is as if it had not been asked
 * for. errno stays. */
ZP_HIDDEN void ZP_FN(settle_pages)(void *p, size_t size, unsigned how);

static inline void zp_settle(void *p, size_t size, unsigned how) {
  enum { SMALLEST = 4096 }; /* a block without a page of its own */
  if (size >= SMALLEST &&
      (how & (ZP_HOW_RESIDENT | ZP_HOW_HUGE | ZP_HOW_PREFAULT)))
    ZP_FN(settle_pages)(p, size, how);
}

#endif
