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

/* The size of a page once it is known, and what finds it out. */
ZP_HIDDEN extern size_t ZP_FN(page_bytes);
ZP_HIDDEN size_t ZP_FN(ask_page_bytes)(void);

/* 0: the kernel does not say. */
static inline size_t zp_page_bytes(void) {
  size_t bytes = __atomic_load_n(&ZP_FN(page_bytes), __ATOMIC_RELAXED);
  return bytes ? bytes : ZP_FN(ask_page_bytes)();
}

/* A smaller block gets no huge pages, whatever is asked. */
enum { ZP_HUGE_PAGE = 2 * 1024 * 1024 };

/* The two halves of what is below. `from_malloc`: `p` is what a function of the
 * malloc family returned, or lies in such a block. */
ZP_HIDDEN void ZP_FN(advise_pages)(void *p, size_t size, unsigned how,
                                   int from_malloc);
ZP_HIDDEN void ZP_FN(prefault_pages)(void *p, size_t size);

/* Asks for huge pages where `how` and the block are such. Before the first
 * touch, where that is possible: pages that are there stay small. The bytes of
 * the block need not be zero yet. */
static inline void zp_advise(void *p, size_t size, unsigned how,
                             int from_malloc) {
  if (size >= ZP_HUGE_PAGE && how & (ZP_HOW_RESIDENT | ZP_HOW_HUGE) &&
      !(how & ZP_HOW_NO_HUGE))
    ZP_FN(advise_pages)(p, size, how, from_malloc);
}

/* Has every page of a zeroed block there, where `how` says so. */
static inline void zp_prefault(void *p, size_t size, unsigned how) {
  if (how & ZP_HOW_PREFAULT && size)
    ZP_FN(prefault_pages)(p, size);
}

/* Carries out what `how` asks for on a zeroed block of the malloc family that
 * nobody has seen yet. Never fails: advice that the kernel refuses is as if it
 * had not been asked for. errno stays. */
ZP_HIDDEN void ZP_FN(settle_pages)(void *p, size_t size, unsigned how);

static inline void zp_settle(void *p, size_t size, unsigned how) {
  if (how & (ZP_HOW_RESIDENT | ZP_HOW_HUGE | ZP_HOW_PREFAULT))
    ZP_FN(settle_pages)(p, size, how);
}

#endif
