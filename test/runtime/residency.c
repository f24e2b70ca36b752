/* A large block that nobody touches costs no memory where glibc allocates, and
 * no more than the original's under another allocator.
 *
 * RUN: %clang -O2 %runtime_headers %s %zprt -o %t
 * RUN: %t
 * RUN: %clang -O2 %embedded %s %bodies -o %t.embedded
 * RUN: %t.embedded
 * RUN: %clang -O2 -static %embedded %s %bodies -o %t.static
 * RUN: %t.static
 */
#include "entries.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

enum { BYTES = 64 << 20, PAGE = 4096 };

static int resident_pages(char *p) {
  static unsigned char pages[BYTES / PAGE];
  char *page = (char *)(((uintptr_t)p + PAGE - 1) & ~(uintptr_t)(PAGE - 1));
  if (mincore(page, BYTES - PAGE, pages))
    return perror("mincore"), 1 << 30;
  int n = 0;
  for (int i = 0; i < BYTES / PAGE - 1; ++i)
    n += pages[i] & 1;
  return n;
}

int main(void) {
  char *blocks[] = {ZP_FN(zalloc)(BYTES), ZP_FN(zalloc_large)(BYTES),
                    ZP_FN(calloc)(BYTES / 16, 16)};
  for (int i = 0; i < 3; ++i) {
    int n = resident_pages(blocks[i]);
    if (n > 1) {
      printf("variant %d: %d pages are resident\n", i, n);
      return 1;
    }
  }
  return 0;
}
