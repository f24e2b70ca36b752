/*===- api.c - the public function that is more than a second name ---------===*
 *
 * The others are names of the same functions that rewritten code calls
 * (ZP_PUBLIC in names.h), or are for people alone and stand where they are
 * defined. The library only.
 *
 *===----------------------------------------------------------------------===*/
#include "entries.h"
#include <zeropass/zeropass.h>

ZP_ENTRY void zp_zero_fresh(void *p, size_t size) {
  ZP_FN(zero_fresh)(p, size, ZP_ORIGIN(ZP_ORIGIN_MALLOC, 0));
}
