/*===- fresh.h - fresh blocks and their zeroing, for the other variants ----===*
 *
 * What the kernel has not supplied yet is zero, and stays where it is: nowhere.
 *
 *===----------------------------------------------------------------------===*/
#ifndef ZP_FRESH_H
#define ZP_FRESH_H

#include "allocator.h"
#include "how.h"
#include "libc.h"
#include "names.h"
#include "pages.h"
#include <stddef.h>

/* Asking costs two ways. Medians of 401 in microseconds, glibc 2.36,
 * Linux 6.18, x86-64 (bench/fresh.c):
 *
 *             every page there       fresh from the kernel
 *   bytes     memset   mincore       memset   mincore   both madvise
 *   64 KB       0.38      0.68         20.3       1.1        5.1
 *   128 KB      0.76      0.74         43.9       1.3        2.1
 *   256 KB      1.47      0.82         85.8       1.5        2.4
 *   1 MB        6.08      1.08        341         3.3        3.7
 *   4 MB       29.8       1.85       1376         6.1        3.0
 *   8 MB       61.3       3.03       2863         6.6        3.3
 */
enum {
  /* From here on a fresh block that is then written in full, which saves
   * nothing, takes less than a twentieth longer: 4% under jemalloc, 9% at half
   * the size (bench/table.py). A smaller one gets memset, whoever asks. */
  ZP_ASK_LEAST = 512 * 1024,
  /* A block of which nothing is known: where a question for nothing is a
   * twentieth of the memset that follows. */
  ZP_ASK_FROM = 7 * 1024 * 1024
};

/* Zeroes `size` bytes at `p`, part of a block that an allocator which is not
 * ZP_UNKNOWN has just handed out: asks from ZP_ASK_LEAST bytes on, unless `how`
 * has ZP_HOW_NO_RESIDENCY. Nothing else is done to the block. errno stays. */
ZP_HIDDEN void ZP_FN(zero_fresh_block)(void *p, size_t size, unsigned how);

/* The whole treatment of a block that has just been allocated: huge pages,
 * asked for before the first touch, zeroes, pages in advance. `from_malloc`: the
 * malloc family made it; `fresh`: by zero_fresh_block, not by memset. */
ZP_INLINE void zp_treat_block(void *p, size_t size, unsigned how,
                              int from_malloc, int fresh) {
  zp_advise(p, size, how, from_malloc);
  if (fresh)
    ZP_FN(zero_fresh_block)(p, size, how);
  else
    memset(p, 0, size);
  zp_prefault(p, size, how);
}

/* The same, with zeroes by whichever is quicker, under whatever allocator. */
ZP_HIDDEN void ZP_FN(zero_block)(void *p, size_t size, unsigned how,
                                 int from_malloc);

/* The same, a small one at once. The empty asm statement hides that it is what
 * the caller has just allocated: the compiler would make a calloc of both. */
ZP_INLINE void zp_zero_block(void *p, size_t size, unsigned how,
                             int from_malloc) {
  __asm__("" : "+r"(p));
  if (size < ZP_ASK_LEAST && !(how & ZP_HOW_PREFAULT))
    memset(p, 0, size);
  else
    ZP_FN(zero_block)(p, size, how, from_malloc);
}

/* True where a question about `part` of a block of `size` bytes is expected to
 * pay: where glibc has mapped the block alone, which is fresh (but
 * MALLOC_PERTURB_ may have filled it, so the kernel is asked all the same), and
 * where the allocator's row says so. */
ZP_INLINE int zp_worth_asking(void *block, size_t size, size_t part) {
  return part >= ZP_ASK_FROM ||
         part > zp_policy(zp_allocator())->calloc_up_to ||
         zp_mapped_alone(block, size).bytes;
}

/* The size of a page once it is known, and what finds it out. */
ZP_DATA extern size_t ZP_FN(page_bytes);
ZP_HIDDEN size_t ZP_FN(ask_page_bytes)(void);

/* What zalloc gives, for variants that count their calls themselves. */
ZP_HIDDEN void *ZP_FN(zalloc_block)(size_t size, unsigned how);

#endif
