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

ZP_ENTRY void *zp_rezalloc(void *p, size_t old, size_t size) {
  return ZP_FN(rezalloc)(p, old, size);
}

ZP_ENTRY void *zp_rezallocarray(void *p, size_t old_n, size_t n, size_t size) {
  return ZP_FN(rezallocarray)(p, old_n, n, size);
}

ZP_ENTRY_THROWS void *zp_new_zalloc(size_t size, zp_new *op) {
  return ZP_FN(new_zalloc)(size, op);
}

ZP_ENTRY void *zp_new_zalloc_nothrow(size_t size, const void *tag,
                                     zp_new_nothrow *op) {
  return ZP_FN(new_zalloc_nothrow)(size, tag, op);
}

ZP_ENTRY_THROWS void *zp_new_zalloc_aligned(size_t size, size_t align,
                                            zp_new_aligned *op) {
  return ZP_FN(new_zalloc_aligned)(size, align, op);
}

ZP_ENTRY void *zp_new_zalloc_aligned_nothrow(size_t size, size_t align,
                                             const void *tag,
                                             zp_new_aligned_nothrow *op) {
  return ZP_FN(new_zalloc_aligned_nothrow)(size, align, tag, op);
}
