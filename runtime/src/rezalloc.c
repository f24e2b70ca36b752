/*===- rezalloc.c - realloc that zeroes what it adds -----------------------===*
 *
 * By the sizes that the program asked for, not by malloc_usable_size: what lies
 * between the two belongs to the block and may hold anything.
 *
 * Asking for fresh pages is right for the part that was added, although the
 * block is not a fresh one. Every page that mincore calls present is cleared,
 * and the rest of the first and of the last page by hand: so the bytes in front
 * of `old` stay, and what the allocator left behind them goes (slack of the old
 * block, a part of it that an earlier realloc gave back, a recycled neighbour).
 * A page that mincore calls absent has never been supplied, or the kernel has
 * put it away (swap). Both read as zero once MADV_DONTNEED has been through,
 * and only whole pages of the added part are given back. The block is ours
 * alone until it is returned: nobody writes between the question and the deed.
 *
 *===----------------------------------------------------------------------===*/
#include "allocator.h"
#include "entries.h"
#include "fresh.h"
#include "libc.h"
#include "pages.h"
#include "settings.h"
#include "stats.h"

ZP_HIDDEN void *ZP_FN(rezalloc_block)(void *p, size_t old, size_t size,
                                      unsigned how);
ZP_HIDDEN void *ZP_FN(no_memory)(void);

ZP_CALLED void *ZP_FN(rezalloc_block)(void *p, size_t old, size_t size,
                                      unsigned how) {
  if (!p)
    old = 0;
  char *block = realloc(p, size);
  if (!block || size <= old)
    return block;
  how = zp_asked(how);
  char *added = block + old;
  size -= old;
  __asm__("" : "+r"(added)); /* or it becomes a calloc where `p` is null */
  zp_advise(block, old + size, how, 1);
  if (size >= ZP_ASK_LEAST && !(how & ZP_HOW_NO_RESIDENCY) &&
      zp_allocator() != ZP_UNKNOWN &&
      zp_worth_asking(block, old + size, size))
    ZP_FN(zero_fresh_block)(added, size, how);
  else
    memset(added, 0, size);
  zp_prefault(added, size, how);
  return block;
}

/* Null and ENOMEM. Where the C library does not say in this way where errno is,
 * a calloc that cannot succeed sets it, if the allocator cares to (mimalloc
 * does not). Its product is 0 for one that does not check. */
ZP_SLOW void *ZP_FN(no_memory)(void) {
  enum { NO_MEMORY = 12 }; /* ENOMEM, on every Linux */
  if (&__errno_location) {
    *__errno_location() = NO_MEMORY;
  } else {
    size_t too_many = SIZE_MAX / 2 + 1;
    __asm__("" : "+r"(too_many)); /* or the compiler warns */
    void *none = calloc(too_many, 2);
    __asm__ volatile("" : "+r"(none)); /* or the pair of calls is removed */
    free(none);
  }
  return NULL;
}

void *ZP_FN(rezalloc_how)(void *p, size_t old, size_t size, unsigned how) {
  void *block = ZP_FN(rezalloc_block)(p, old, size, how);
  zp_stats_call(ZP_V_REZALLOC, block, size);
  return block;
}

void *ZP_FN(rezalloc)(void *p, size_t old, size_t size) {
  return ZP_FN(rezalloc_how)(p, old, size, 0);
}

void *ZP_FN(rezallocarray_how)(void *p, size_t old_n, size_t n, size_t size,
                               unsigned how) {
  size_t bytes;
  void *block;
  if (__builtin_mul_overflow(n, size, &bytes)) {
    bytes = SIZE_MAX;
    block = ZP_FN(no_memory)();
  } else {
    /* Of a block that shrinks only this matters: nothing is added. */
    size_t old = old_n < n ? old_n * size : bytes;
    block = ZP_FN(rezalloc_block)(p, old, bytes, how);
  }
  zp_stats_call(ZP_V_REZALLOCARRAY, block, bytes);
  return block;
}

void *ZP_FN(rezallocarray)(void *p, size_t old_n, size_t n, size_t size) {
  return ZP_FN(rezallocarray_how)(p, old_n, n, size, 0);
}

ZP_PUBLIC(rezalloc)
ZP_PUBLIC(rezallocarray)
