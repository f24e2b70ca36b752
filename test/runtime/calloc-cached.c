/* glibc's calloc has a thread cache from the release on that has sched_setattr,
 * and with it a row of figures of its own. A program's own function of that
 * name, far from a shared C library, is not taken for the sign; where it is
 * near, in a static program, the blocks are as good.
 *
 * RUN: %clang -O2 %embedded %s %bodies -o %t && %t > %t.plain
 * RUN: %clang -O2 -DOWN %embedded %s %bodies -o %t && %t > %t.own
 * RUN: FileCheck %s < %t.plain
 * RUN: FileCheck --check-prefix=FIRST %s < %t.own
 * RUN: %clang -O2 -DOWN -static %embedded %s %bodies -o %t
 * RUN: %t | FileCheck --check-prefix=CACHED %s
 *
 * CHECK: glibc, row {{first|cached}}
 * FIRST: glibc, row first
 * CACHED: glibc, row cached
 */
#include "allocator.h"
#include "entries.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef OWN
int sched_setattr(void);
int sched_setattr(void) { return -1; }
#endif

int main(void) {
  for (size_t size = 0; size < 5000; size += 7) {
    char *dirty = malloc(size);
    memset(dirty, 0xA5, size);
    __asm__ volatile("" : : "r"(dirty) : "memory");
    free(dirty);
    char *p = ZP_FN(zalloc)(size), *q = ZP_FN(calloc)(1, size);
    for (size_t i = 0; i < size; ++i)
      if (p[i] || q[i])
        return printf("byte %zu of %zu is not zero\n", i, size), 1;
    free(p);
    free(q);
  }
  if (zp_allocator() != ZP_GLIBC)
    return puts("not glibc"), 1;
  printf("glibc, row %s\n",
         zp_policy_now() == zp_policy(ZP_GLIBC_CACHED) ? "cached" : "first");
  return 0;
}
