/*===- fresh.h - zeroing a fresh block, for the other variants --------------===*
 *
 * What the kernel has not supplied yet is zero, and stays where it is: nowhere.
 *
 *===------------------------------------------------------------------------===*/
#ifndef ZP_FRESH_H
#define ZP_FRESH_H

#include "how.h"
#include "names.h"
#include <stddef.h>

/* The smallest size for which the kernel is asked which pages are there. A
 * smaller block is cleared at once. */
enum { ZP_ASK_FROM = 256 * 1024 };

/* Zeroes `size` bytes at `p`, part of a block that an allocator which is not
 * ZP_UNKNOWN has just handed out. Of `how` only ZP_HOW_NO_RESIDENCY counts;
 * nothing else is done to the block. errno stays. */
ZP_HIDDEN void ZP_FN(zero_fresh_block)(void *p, size_t size, unsigned how);

#endif
