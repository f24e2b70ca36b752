/*===- zalloc.c - zeroed variants of malloc and calloc ----------------------===*
 *
 * Each asks which allocator serves the program and does what is cheapest there.
 * Whatever is not proven gets what the original did, so that no answer is ever
 * wrong: malloc + memset for a malloc that was zeroed, calloc for a calloc.
 *
 *===------------------------------------------------------------------------===*/
#include "allocator.h"
#include "entries.h"
#include "libc.h"

/* malloc + null check + memset is what LLVM and GCC fold to calloc, here and
 * again when the program is optimised at link time, with or without the plugin.
 * The empty asm statement hides that both see the same block and costs no
 * instruction. The block itself is returned, not its alias: callers keep what
 * is known of a fresh one. */
static inline void *zp_malloc_memset(size_t size) {
  void *p = malloc(size);
  void *same = p;
  __asm__("" : "+r"(same));
  if (p)
    memset(same, 0, size);
  return p;
}

/* What is inlined into rewritten code is the small block and one comparison;
 * everything else is called. */
ZP_HIDDEN void *ZP_FN(zalloc_other)(size_t size);
ZP_HIDDEN void *ZP_FN(calloc_other)(size_t n, size_t size);

void *ZP_FN(zalloc)(size_t size) {
  if (zp_is_small(size))
    return zp_malloc_memset(size);
  return ZP_FN(zalloc_other)(size);
}

ZP_CALLED void *ZP_FN(zalloc_other)(size_t size) {
  if (size <= zp_policy(zp_allocator())->malloc_up_to)
    return zp_malloc_memset(size);
  return calloc(1, size);
}

ZP_CALLED void *ZP_FN(zalloc_large)(size_t size) {
  if (zp_allocator() == ZP_UNKNOWN)
    return zp_malloc_memset(size);
  return calloc(1, size);
}

void *ZP_FN(calloc)(size_t n, size_t size) {
  size_t bytes;
  if (!__builtin_mul_overflow(n, size, &bytes) && zp_is_small(bytes))
    return zp_malloc_memset(bytes);
  return ZP_FN(calloc_other)(n, size);
}

ZP_CALLED void *ZP_FN(calloc_other)(size_t n, size_t size) {
  /* An overflowing product goes to the program's calloc as well, which fails by
   * its own rules. */
  size_t bytes;
  if (!__builtin_mul_overflow(n, size, &bytes)) {
    enum zp_allocator id = zp_allocator();
    if (id != ZP_UNKNOWN && bytes <= zp_policy(id)->malloc_up_to)
      return zp_malloc_memset(bytes);
  }
  return calloc(n, size);
}
