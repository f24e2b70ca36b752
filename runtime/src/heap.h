/*===- heap.h - the size of the heap ----------------------------------------===*
 *
 * heap=INITIAL+INCREMENT, the old Cray loader's directive: an initial heap, and
 * steps to grow by; what is freed stays in it.
 *
 *===------------------------------------------------------------------------===*/
#ifndef ZP_HEAP_H
#define ZP_HEAP_H

#include "names.h"
#include <stddef.h>

enum zp_heap_result {
  ZP_HEAP_DONE,
  ZP_HEAP_USERS,     /* the user has set what it would set: theirs holds */
  ZP_HEAP_NO_MEMORY, /* the steps are set, the initial heap is refused */
  ZP_HEAP_NO_KNOB    /* another allocator */
};

/* For glibc's allocator, where it is proven. */
ZP_HIDDEN enum zp_heap_result ZP_FN(heap_of_glibc)(size_t initial,
                                                   size_t increment);

/* Has the heap hold `bytes` that nobody has touched. 0: the kernel refuses. */
ZP_HIDDEN int ZP_FN(heap_obtain)(size_t bytes);

#ifndef ZP_EMBEDDED
/* ZEROPASS_HEAP: null, or what is wrong with the value and the remedy. */
ZP_HIDDEN const char *ZP_FN(heap_take)(const char *name, const char *value);
#endif

#endif
