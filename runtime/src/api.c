/*===- api.c - the public names ---------------------------------------------===*
 *
 * zp_<name> for people, beside the __zp_<name> of rewritten code. The library
 * only: embedded code has no public names.
 *
 *===------------------------------------------------------------------------===*/
#include "entries.h"
#include <zeropass/zeropass.h>

ZP_ENTRY void *zp_zalloc(size_t size) { return ZP_FN(zalloc)(size); }

ZP_ENTRY void *zp_zalloc_large(size_t size) {
  return ZP_FN(zalloc_large)(size);
}

ZP_ENTRY void *zp_calloc(size_t n, size_t size) {
  return ZP_FN(calloc)(n, size);
}

ZP_ENTRY void zp_zero_fresh(void *p, size_t size) {
  ZP_FN(zero_fresh)(p, size, ZP_ORIGIN(ZP_ORIGIN_MALLOC, 0));
}
