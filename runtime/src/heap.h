/*===- heap.h - the size of the heap ---------------------------------------===*
 *
 * heap=INITIAL+INCREMENT, the old Cray loader's directive: an initial heap, and
 * steps to grow by; what is freed stays in it.
 *
 *===----------------------------------------------------------------------===*/
#ifndef ZP_HEAP_H
#define ZP_HEAP_H

#include "fresh.h"
#include "names.h"
#include <stddef.h>
#include <stdint.h>

enum zp_heap_result {
  ZP_HEAP_DONE,
  ZP_HEAP_USERS,     /* the user has set what it would set: theirs holds */
  ZP_HEAP_NO_MEMORY, /* the steps are set, the initial heap is refused */
  ZP_HEAP_NO_KNOB    /* another allocator */
};

/* Blocks of every size come from glibc's heap: set where that was asked for.
 * May exist once per linked object; 0 is right, only slower. */
ZP_DATA extern uint32_t ZP_FN(heap_is_sized);

/* True for a block that glibc's calloc would clear, though most of it may be a
 * part of the heap that nobody has touched: calloc knows a fresh page by its
 * mapping only. Large enough to ask the kernel. */
ZP_INLINE int zp_heap_may_be_fresh(size_t size) {
  return size >= ZP_ASK_FROM &&
         __atomic_load_n(&ZP_FN(heap_is_sized), __ATOMIC_RELAXED);
}

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
