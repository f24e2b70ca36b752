/*===- pages.h - the pages behind a block ----------------------------------===*
 *
 * What a zeroed block is given beyond its bytes: huge pages, and pages that are
 * there before they are needed. The block's bytes stay as they are.
 *
 *===----------------------------------------------------------------------===*/
#ifndef ZP_PAGES_H
#define ZP_PAGES_H

#include "allocator.h"
#include "how.h"
#include "names.h"
#include "os.h"
#include <stddef.h>

struct zp_range {
  char *start;
  size_t bytes;
};

/* The mapping that glibc made for this block alone, if it did: 0 bytes, if not.
 * In front of the block stand the bytes of the mapping before its chunk and the
 * bytes of the chunk, with flags in the low bits of both; one says "mapped". A
 * chunk ends where the mapping does, or a header before that (glibc 2.43).
 * Where the block is not all that malloc returned, or the program has an
 * aligned_alloc of its own beside glibc's malloc, these words are anybody's,
 * and in front of the first byte of a page there need not be any: hence the
 * doubts. To believe them wrongly would do no more than ask or advise in vain.
 */
ZP_INLINE struct zp_range zp_mapped_alone(char *p, size_t size) {
  /* What stands in front of a fresh block is nothing that the compiler knows
   * of: it would take it for undefined after malloc, and for 0 after calloc. */
  __asm__("" : "+r"(p));
  const struct zp_range none = {p, 0};
  const uintptr_t mapped = 2, flags = 15, header = 2 * sizeof(size_t);
  const uintptr_t in_page = 4095, block = (uintptr_t)p;
  if (zp_allocator() != ZP_GLIBC || block & flags ||
      ((block & in_page) < header && !zp_os_readable(block - header)))
    return none;
  uintptr_t before = ((const size_t *)p)[-2] & ~flags;
  uintptr_t chunk = ((const size_t *)p)[-1];
  uintptr_t start = block - header - before;
  uintptr_t end = block - header + (chunk & ~flags);
  if (end & in_page)
    end += header;
  if (!(chunk & mapped) || (start | end) & in_page || start >= block ||
      end < block || end - block < size)
    return none;
  return (struct zp_range){(char *)start, end - start};
}

enum {
  ZP_HUGE_PAGE = 2 * 1024 * 1024,
  /* The smallest block that gets huge pages unasked. Time to map, write and
   * unmap a block with huge pages over that without, medians of 101, Linux
   * 6.18, x86-64 (bench/fresh.c):
   *
   *   MB      1 to 3   3.5    4      6      8      16     32     80
   *   ratio   1.00     0.46   0.53   0.39   0.32   0.22   0.17   0.16
   *
   * Where the mapping lies decides below 4 MB. From there on it holds a huge
   * page behind the one with glibc's header, which is there and small. */
  ZP_HUGE_FROM = 4 * 1024 * 1024
};

/* The two halves of what is below. `from_malloc`: `p` is what a function of the
 * malloc family returned, or lies in such a block. */
ZP_HIDDEN void ZP_FN(advise_pages)(void *p, size_t size, unsigned how,
                                   int from_malloc);
ZP_HIDDEN void ZP_FN(prefault_pages)(void *p, size_t size);

/* Asks for huge pages where `how` and the block are such. Before the first
 * touch, where that is possible: pages that are there stay small. The bytes of
 * the block need not be zero yet. */
ZP_INLINE void zp_advise(void *p, size_t size, unsigned how, int from_malloc) {
  if (size >= ZP_HUGE_PAGE && how & (ZP_HOW_RESIDENT | ZP_HOW_HUGE) &&
      !(how & ZP_HOW_NO_HUGE))
    ZP_FN(advise_pages)(p, size, how, from_malloc);
}

/* Has every page of a zeroed block there, where `how` says so. */
ZP_INLINE void zp_prefault(void *p, size_t size, unsigned how) {
  if (how & ZP_HOW_PREFAULT && size)
    ZP_FN(prefault_pages)(p, size);
}

/* Carries out what `how` asks for on a zeroed block of the malloc family that
 * nobody has seen yet. Never fails: advice that the kernel refuses is as if it
 * had not been asked for. errno stays. */
ZP_HIDDEN void ZP_FN(settle_pages)(void *p, size_t size, unsigned how);

ZP_INLINE void zp_settle(void *p, size_t size, unsigned how) {
  if (how & (ZP_HOW_RESIDENT | ZP_HOW_HUGE | ZP_HOW_PREFAULT))
    ZP_FN(settle_pages)(p, size, how);
}

#endif
