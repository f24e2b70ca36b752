/*===- zero_fresh.c - zeroing a block that has just been allocated ----------===*
 *
 * Pages that are in memory are cleared; those that are not are given back to
 * the kernel, after which private anonymous memory reads as zero, whether they
 * had never been there or were swapped out. That the memory is private and
 * anonymous is proven, not assumed: MADV_FREE refuses anything else, and memory
 * that is locked. What happens between mincore and madvise does no harm: nobody
 * else has a use for the bytes of the block, so a page that appears meanwhile
 * (by a collapse into a huge page, or swapped in) is given back as well.
 *
 * Whatever is not proven is cleared by memset.
 *
 *===------------------------------------------------------------------------===*/
#include "allocator.h"
#include "entries.h"
#include "fresh.h"
#include "libc.h"
#include "os.h"
#include "pages.h"
#include "settings.h"
#include "stats.h"

/* zero_fresh for a block worth a look. */
ZP_HIDDEN void ZP_FN(zero_fresh_large)(void *p, size_t size, unsigned origin);

size_t ZP_FN(page_bytes) = 0;

/* Threads may find it at the same time: they find the same. */
ZP_SLOW size_t ZP_FN(ask_page_bytes)(void) {
  size_t bytes = zp_os_page_bytes();
  __atomic_store_n(&ZP_FN(page_bytes), bytes, __ATOMIC_RELAXED);
  return bytes;
}

/* 0: the kernel does not say. */
ZP_INLINE size_t zp_page_bytes(void) {
  size_t bytes = __atomic_load_n(&ZP_FN(page_bytes), __ATOMIC_RELAXED);
  return bytes ? bytes : ZP_FN(ask_page_bytes)();
}

/* Gives back what is not there. False: it may not be zero. */
ZP_INLINE int zp_give_back(char *from, char *to) {
  size_t bytes = (size_t)(to - from);
  if (zp_os_failed(zp_os_advise(from, bytes, ZP_ADVICE_FREE)) ||
      zp_os_failed(zp_os_advise(from, bytes, ZP_ADVICE_DONTNEED)))
    return 0;
  zp_stats_fresh(bytes);
  return 1;
}

ZP_CALLED void ZP_FN(zero_fresh_block)(void *p, size_t size, unsigned how) {
  enum { ASKED_AT_ONCE = 1024 };
  /* Pages are there until the kernel says otherwise. */
  unsigned char there[ASKED_AT_ONCE];
  char *run = p, *const end = run + size; /* [run, page) is alike */
  int run_is_there = 1; /* as is the part of a page in front */
  size_t page_bytes;
  if (size < ZP_ASK_LEAST || how & ZP_HOW_NO_RESIDENCY ||
      !(page_bytes = zp_page_bytes()) || size < 2 * page_bytes ||
      !zp_os_advice_counts()) {
    memset(p, 0, size);
    return;
  }
  char *page = run + (-(uintptr_t)run & (page_bytes - 1));
  size_t pages = (size_t)(end - page) / page_bytes;
  memset(there, 1, sizeof there);
  while (pages) {
    size_t asked = pages < ASKED_AT_ONCE ? pages : ASKED_AT_ONCE;
    if (zp_os_failed(zp_os_mincore(page, asked * page_bytes, there)))
      break;
    for (size_t i = 0; i < asked; ++i, page += page_bytes) {
      if ((there[i] & 1) == run_is_there)
        continue;
      if (run_is_there)
        memset(run, 0, (size_t)(page - run));
      else if (!zp_give_back(run, page))
        goto doubt;
      run = page;
      run_is_there = !run_is_there;
    }
    pages -= asked;
  }
  if (!run_is_there && zp_give_back(run, page))
    run = page;
doubt:
  memset(run, 0, (size_t)(end - run));
}

ZP_CALLED void ZP_FN(zero_block)(void *p, size_t size, unsigned how,
                                 int from_malloc) {
  int proven = from_malloc && zp_allocator() != ZP_UNKNOWN;
  zp_advise(p, size, how, proven);
  if (proven && !(how & ZP_HOW_NO_RESIDENCY) && zp_worth_asking(p, size, size))
    ZP_FN(zero_fresh_block)(p, size, how);
  else
    memset(p, 0, size);
  zp_prefault(p, size, how);
}

/* The empty asm statement hides that the block is one that the caller has just
 * allocated: what looks like an allocation and its memset would be rewritten
 * once more, in a link-time post-link. */
void ZP_FN(zero_fresh)(void *p, size_t size, unsigned origin) {
  __asm__("" : "+r"(p));
  if (size - 1 < ZP_ASK_LEAST - 1)
    memset(p, 0, size);
  else if (size)
    ZP_FN(zero_fresh_large)(p, size, origin);
  zp_stats_call(ZP_V_ZERO_FRESH, p, size);
}

ZP_CALLED void ZP_FN(zero_fresh_large)(void *p, size_t size, unsigned origin) {
  int from_malloc = (origin & ZP_ORIGIN_MASK) == ZP_ORIGIN_MALLOC;
  ZP_FN(zero_block)(p, size, zp_asked(origin >> ZP_HOW_SHIFT), from_malloc);
}
