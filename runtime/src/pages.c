/*===- pages.c - the pages behind a block ----------------------------------===*
 *
 * Huge pages by advice, and pages in advance.
 *
 *===----------------------------------------------------------------------===*/
#include "allocator.h"
#include "os.h"
#include "pages.h"

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
  /* Whatever the size of a page, 64 KB are whole pages, 4 KB no more than one.
   */
  const uintptr_t inside = 64 * 1024 - 1, smallest_page = 4096;
  volatile char *byte = p, *const end = byte + size;
  char *whole = (char *)p + (-(uintptr_t)p & inside);
  char *whole_end = (char *)p + size - (((uintptr_t)p + size) & inside);
  int populated = whole < whole_end && zp_os_advice_counts() &&
                  !zp_os_failed(zp_os_advise(whole, (size_t)(whole_end - whole),
                                             ZP_ADVICE_POPULATE_WRITE));
  /* One byte of each page, and the last one. */
  while (byte < end) {
    if (populated && byte >= whole && byte < whole_end) {
      byte = whole_end;
      continue;
    }
    *byte = 0;
    byte += smallest_page - ((uintptr_t)byte & (smallest_page - 1));
  }
}

void ZP_FN(settle_pages)(void *p, size_t size, unsigned how) {
  zp_advise(p, size, how, 1);
  zp_prefault(p, size, how);
}
