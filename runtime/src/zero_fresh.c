/*===- zero_fresh.c - zeroing a block that has just been allocated ---------===*
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
 *===----------------------------------------------------------------------===*/
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
ZP_HIDDEN void ZP_FN(zero_where_not)(char *from, char *to);

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

/* A block on its way, and whether advice has been seen to reach the kernel. */
struct zp_fresh {
  char *start, *end;
  size_t page_bytes;
  int advice_counts;
};

/* Part of a page that the block shares with others, and that is not there: it
 * cannot be given back, and reading it costs no memory, but it may have been
 * swapped out. (Whoever minds a read of bytes that nobody has written has an
 * unknown allocator, and does not come here: valgrind, the sanitizers.) */
ZP_SLOW void ZP_FN(zero_where_not)(char *from, char *to) {
  char found = 0;
  for (char *byte = from; byte < to; ++byte)
    found |= *byte;
  if (found)
    memset(from, 0, (size_t)(to - from));
}

/* Gives whole pages back that are not there. False: they may not be zero. */
ZP_INLINE int zp_give_back(struct zp_fresh *block, char *from, char *to) {
  size_t bytes = (size_t)(to - from);
  if (!block->advice_counts)
    block->advice_counts = zp_os_advice_counts();
  if (!block->advice_counts ||
      zp_os_failed(zp_os_advise(from, bytes, ZP_ADVICE_FREE)) ||
      zp_os_failed(zp_os_advise(from, bytes, ZP_ADVICE_DONTNEED)))
    return 0;
  zp_stats_fresh(bytes);
  return 1;
}

/* Zeroes what the block has of [run, page), pages that are all there or all not
 * there. Returns the first byte behind `run` that may not be zero. */
ZP_INLINE char *zp_zero_run(struct zp_fresh *block, char *run, char *page,
                            int is_there) {
  char *from = run < block->start ? block->start : run;
  char *const to = page > block->end ? block->end : page;
  if (is_there) {
    memset(from, 0, (size_t)(to - from));
    return to;
  }
  char *const whole = from > run ? run + block->page_bytes : run;
  char *const rest = to < page ? page - block->page_bytes : page;
  if (from < whole)
    ZP_FN(zero_where_not)(from, whole < to ? whole : to);
  if (whole < rest && !zp_give_back(block, whole, rest))
    return whole;
  from = rest > whole ? rest : whole;
  if (from < to)
    ZP_FN(zero_where_not)(from, to);
  return to;
}

/* How many of `n` pages from `there` on are alike, 8 at a time as far as that
 * goes. */
ZP_INLINE size_t zp_alike(const unsigned char *there, size_t n, int is_there) {
  const uint64_t lowest_bits = 0x0101010101010101;
  const uint64_t all = is_there ? lowest_bits : 0;
  size_t i = 0;
  for (uint64_t eight; i + sizeof eight <= n; i += sizeof eight) {
    __builtin_memcpy(&eight, there + i, sizeof eight);
    if ((eight & lowest_bits) != all)
      break;
  }
  while (i < n && (there[i] & 1) == is_there)
    ++i;
  return i;
}

ZP_CALLED void ZP_FN(zero_fresh_block)(void *p, size_t size, unsigned how) {
  enum { ASKED_AT_ONCE = 2048 }; /* 8 MB */
  unsigned char there[ASKED_AT_ONCE];
  struct zp_fresh block = {p, (char *)p + size, 0, 0};
  if (size < ZP_ASK_LEAST || how & ZP_HOW_NO_RESIDENCY ||
      !(block.page_bytes = zp_page_bytes()) || size < 2 * block.page_bytes) {
    memset(p, 0, size);
    return;
  }
  const size_t in_page = block.page_bytes - 1;
  char *zero_to = block.start; /* what is in front is zero */
  char *run = block.start - ((uintptr_t)p & in_page); /* [run, page) is alike */
  char *page = run;
  size_t pages = ((size_t)(block.end - page) + in_page) / block.page_bytes;
  int run_is_there = 1;
  while (pages) {
    size_t asked = pages < ASKED_AT_ONCE ? pages : ASKED_AT_ONCE;
    memset(there, 1, asked); /* until the kernel says otherwise */
    if (zp_os_failed(zp_os_mincore(page, asked * block.page_bytes, there)))
      break;
    for (size_t i = 0; i < asked;) {
      size_t alike = zp_alike(there + i, asked - i, run_is_there);
      i += alike;
      page += alike * block.page_bytes;
      if (i == asked)
        break;
      if (page > run) {
        zero_to = zp_zero_run(&block, run, page, run_is_there);
        if (zero_to < page)
          goto doubt;
      }
      run = page;
      run_is_there = !run_is_there;
    }
    pages -= asked;
  }
  if (page > run)
    zero_to = zp_zero_run(&block, run, page, run_is_there);
doubt:
  if (zero_to < block.end)
    memset(zero_to, 0, (size_t)(block.end - zero_to));
}

ZP_CALLED void ZP_FN(zero_block)(void *p, size_t size, unsigned how,
                                 int from_malloc) {
  int proven = from_malloc && zp_allocator() != ZP_UNKNOWN;
  zp_treat_block(p, size, how, proven,
                 proven && !(how & ZP_HOW_NO_RESIDENCY) &&
                     zp_worth_asking(p, size, size));
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
