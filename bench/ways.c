// The ways to get a zeroed block that the table compares: the program's own
// malloc + memset and calloc, and the runtime as rewritten code has it. The
// bodies are linked in as bitcode before optimisation, so the hot path is
// inlined here as it is in a rewritten program.
#include "entries.h"
#include "table.h"
#include <stdlib.h>
#include <string.h>

// The empty asm statement keeps the compiler from making this calloc.
static inline char *malloc_memset(size_t size) {
  char *p = malloc(size);
  char *same = p;
  __asm__("" : "+r"(same));
  if (p)
    memset(same, 0, size);
  return p;
}
ZP_WAY(memset, malloc_memset(size))
// The same once more: what two copies of one loop differ by is no difference.
ZP_WAY(again, malloc_memset(size))
// Without zeroing: what no way can be quicker than.
ZP_WAY(malloc, malloc(size))
ZP_WAY(calloc, calloc(zp_bench_opaque(1), size))

ZP_WAY(zalloc, __zp1_zalloc(size))
ZP_WAY(zcalloc, __zp1_calloc(zp_bench_opaque(1), size))

// A malloc that the compiler alone would have left resident.
ZP_WAY(resident, __zp1_zalloc_how(size, ZP_HOW_RESIDENT))
ZP_WAY(huge, __zp1_zalloc_how(size, ZP_HOW_HUGE))

// What the rewritten form of shapes.c's `aligned` is: the program's own
// function, then zero_fresh.
static inline char *aligned_zero_fresh(size_t size) {
  char *p = aligned_alloc(64, size);
  if (p)
    __zp1_zero_fresh(p, size, ZP_ORIGIN(ZP_ORIGIN_MALLOC, ZP_HOW_RESIDENT));
  return p;
}
ZP_WAY(aligned, aligned_zero_fresh(size))

// The same of `new`; the operator is handed along.
#ifdef WITH_NEW
void *_Znam(size_t size);
ZP_WAY(new, __zp1_new_zalloc_how(size, _Znam, ZP_HOW_RESIDENT))
#endif

// heap=256M+64M, as main of a rewritten program does it.
static void heap_setup(void) {
  __zp1_heap((size_t)256 << 20, (size_t)64 << 20);
}

#ifdef WITH_LIBRARY
#include <zeropass/zeropass.h>
ZP_WAY(library, zp_zalloc(size))
#endif

const struct zp_way zp_ways[] = {
    {"malloc+memset", memset_run, NULL},
    {"calloc", calloc_run, NULL},
    {"zp-zalloc", zalloc_run, NULL},
    {"zp-calloc", zcalloc_run, NULL},
    {"zp-resident", resident_run, NULL},
    {"zp-huge", huge_run, NULL},
    {"zp-aligned", aligned_run, NULL},
    // A prefix that is most of the block becomes the zeroed variant of it all.
    {"zp-prefix", resident_run, NULL},
#ifdef WITH_NEW
    {"zp-new", new_run, NULL},
#endif
    {"zp-zalloc+heap", zalloc_run, heap_setup},
    {"malloc+memset+heap", memset_run, heap_setup},
#ifdef WITH_LIBRARY
    {"zp-library", library_run, NULL},
#endif
    {"malloc+memset-again", again_run, NULL},
    {"malloc", malloc_run, NULL},
    {NULL, NULL, NULL},
};
