/*===- pages.c - the pages behind a block -----------------------------------===*
 *
 * Huge pages by advice, pages in advance, and how long a page is.
 *
 *===------------------------------------------------------------------------===*/
#include "allocator.h"
#include "os.h"
#include "pages.h"

size_t ZP_FN(page_bytes) = 0;

/* Threads may find it at the same time: they find the same. */
ZP_SLOW size_t ZP_FN(ask_page_bytes)(void) {
  size_t bytes = zp_os_page_bytes();
  __atomic_store_n(&ZP_FN(page_bytes), bytes, __ATOMIC_RELAXED);
  return bytes;
}

/* The whole of a mapping: advice for a part would make two of it, which mremap,
 * and so realloc, does not move. It goes with the mapping on free. */
ZP_CALLED void ZP_FN(advise_pages)(void *p, size_t size, unsigned how,
                                   int from_malloc) {
  struct zp_range range = {p, 0};
  if (from_malloc && (how & ZP_HOW_HUGE || size >= ZP_HUGE_FROM))
    range = zp_mapped_alone(p, size);
  if (!range.bytes && how & ZP_HOW_HUGE) {
    const uintptr_t inside = ZP_HUGE_PAGE - 1;
    char *end = (char *)p + size;
    range.start = (char *)p + (-(uintptr_t)p & inside);
    end -= (uintptr_t)end & inside;
    range.bytes = range.start < end ? (size_t)(end - range.start) : 0;
  }
  if (range.bytes)
    zp_os_advise(range.start, range.bytes, ZP_ADVICE_HUGEPAGE);
}

ZP_CALLED void ZP_FN(prefault_pages)(void *p, size_t size) {
  /* Up to here a store each is quicker than a question. */
  const size_t by_hand = 64 * 1024;
  const size_t smallest_page = 4096;
  volatile char *byte = p, *const last = byte + size - 1;
  size_t page = size > by_hand ? zp_page_bytes() : 0;
  if (page) {
    char *start = (char *)p - ((uintptr_t)p & (page - 1));
    size_t bytes = (size_t)((char *)p + size - start);
    bytes += -bytes & (page - 1);
    if (zp_os_advice_counts() &&
        !zp_os_failed(zp_os_advise(start, bytes, ZP_ADVICE_POPULATE_WRITE)))
      return;
  }
  for (size_t i = 0; i < size; i += smallest_page)
    byte[i] = 0;
  *last = 0;
}

void ZP_FN(settle_pages)(void *p, size_t size, unsigned how) {
  zp_advise(p, size, how, 1);
  zp_prefault(p, size, how);
}
