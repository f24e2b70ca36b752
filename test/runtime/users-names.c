/* The bodies never call a function of the program's own that happens to have
 * the name of a system call or of a libc function that no standard reserves.
 *
 * RUN: %clang -O2 %embedded %s %bodies -o %t
 * RUN: rm -f %t.out && env ZEROPASS_COUNT_FILE=%t.out %t
 * RUN: FileCheck %s < %t.out
 * RUN: %clang -O2 -fno-pic -static %embedded %s %bodies -o %t
 * RUN: rm -f %t.out && env ZEROPASS_COUNT_FILE=%t.out %t
 * RUN: FileCheck %s < %t.out
 * CHECK: {{^}}1	a.c:1:2 f zalloc{{$}}
 */
#include "entries.h"
#include <stdlib.h>

#define TRAP(name)                                                             \
  void name(void);                                                             \
  void name(void) { __builtin_trap(); }
TRAP(mincore)
TRAP(getpid)
TRAP(writev)
TRAP(madvise)
TRAP(munmap)
TRAP(dlsym)
TRAP(dladdr)
TRAP(secure_getenv)
TRAP(identify_allocator)
TRAP(zalloc_any)
TRAP(calloc_any)
TRAP(zalloc_chosen)
TRAP(calloc_chosen)
TRAP(calloc_limit)
TRAP(source_calloc_limit)
TRAP(zero_where_not)
TRAP(small_zalloc_limit)
TRAP(zalloc)
TRAP(zp_zalloc)
TRAP(zp_allocator)
TRAP(__zp_zalloc)
TRAP(__zp_identify_allocator)

/* What an operator new of the program's own may do. */
static void *new_by_malloc(size_t size) { return malloc(size); }

static struct zp_site site = {"a.c:1:2 f zalloc", 0, NULL};

int main(void) {
  ZP_FN(count)(&site);
  char *p = ZP_FN(zalloc)(100), *q = ZP_FN(calloc)(100, 1000);
  p = ZP_FN(rezalloc)(p, 100, 100000);
  char *n = ZP_FN(new_zalloc)(100, new_by_malloc);
  int bad = !p || !q || !n || p[99999] || q[99999] || n[99];
  free(p);
  free(q);
  free(n);
  return bad;
}
