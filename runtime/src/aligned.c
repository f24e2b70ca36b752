/*===- aligned.c - zeroed aligned blocks, for people -----------------------===*
 *
 * Rewritten code calls the program's own function, whose rules differ between
 * allocators, and zero_fresh. Here the rules are the same under each of them:
 * posix_memalign serves all, because it takes any size and says what is wrong.
 *
 *===----------------------------------------------------------------------===*/
#define _POSIX_C_SOURCE 200809L /* posix_memalign */

#include "fresh.h"
#include "settings.h"
#include "stats.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <zeropass/zeropass.h>

static int is_power_of_two(size_t n) { return n && !(n & (n - 1)); }

/* The alignments that POSIX has posix_memalign take. */
static int is_posix_alignment(size_t align) {
  return is_power_of_two(align) && !(align & (sizeof(void *) - 1));
}

static void *count_call(enum zp_variant variant, void *p, size_t size) {
  zp_stats_call(variant, p, size);
  return p;
}

/* posix_memalign, errno kept and `*result` written on success alone. mimalloc
 * 2.0 has blocks that are not aligned, of sizes that are a multiple of the
 * alignment: a size that is none gets it right. */
static int aligned_block(void **result, size_t align, size_t size) {
  const size_t no_multiple = sizeof(void *);
  int errno_before = errno;
  void *p = NULL;
  int error = posix_memalign(&p, align, size);
  if (!error && ((uintptr_t)p & (align - 1))) {
    free(p);
    error = posix_memalign(&p, align, size + no_multiple);
    if (!error && ((uintptr_t)p & (align - 1))) {
      free(p);
      error = ENOMEM;
    }
  }
  errno = errno_before;
  if (!error)
    *result = p;
  return error;
}

static int zeroed_block(void **result, size_t align, size_t size) {
  int error = aligned_block(result, align, size);
  if (!error && *result)
    zp_zero_block(*result, size, zp_asked(0), 1);
  return error;
}

ZP_ENTRY void *zp_zalloc_aligned(size_t align, size_t size) {
  const size_t least = sizeof(void *); /* that posix_memalign takes */
  void *p = NULL;
  int error = EINVAL;
  if (is_power_of_two(align) && !(size & (align - 1)))
    error = zeroed_block(&p, align < least ? least : align, size);
  if (error)
    errno = error;
  return count_call(ZP_V_ZALLOC_ALIGNED, p, size);
}

ZP_ENTRY int zp_posix_zalloc(void **result, size_t align, size_t size) {
  void *p = NULL;
  int error =
      is_posix_alignment(align) ? zeroed_block(&p, align, size) : EINVAL;
  if (!error)
    *result = p;
  count_call(ZP_V_POSIX_ZALLOC, p, size);
  return error;
}

ZP_ENTRY void *zp_aligned_realloc(void *p, size_t align, size_t used,
                                  size_t size) {
  /* At least a byte, because null means failure here. */
  void *block = NULL;
  int error = is_posix_alignment(align)
                  ? aligned_block(&block, align, size ? size : 1)
                  : EINVAL;
  if (error) {
    errno = error;
  } else {
    if (p)
      memcpy(block, p, used < size ? used : size);
    free(p);
  }
  return count_call(ZP_V_ALIGNED_REALLOC, block, size);
}
