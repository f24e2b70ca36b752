/*===- entries.h - what rewritten code calls -------------------------------===*
 *
 * The prototypes behind pass/Runtime.def, under whichever name this build has.
 * `how` is a set of enum zp_how; the name without _how stands for 0.
 *
 *===----------------------------------------------------------------------===*/
#ifndef ZP_ENTRIES_H
#define ZP_ENTRIES_H

#include "how.h"
#include "names.h"
#include <stddef.h>
#include <stdint.h>

/* A rewritten site of a counting build. The pass builds one per site in IR as
 * { ptr where, i64 0, ptr null }, writable and internal. */
struct zp_site {
  const char *where;    /* "file:line:column function variant" */
  uint64_t count;       /* executions by this process, not yet written out */
  struct zp_site *next; /* null: not in the list yet */
};

/* A block of `size` zero bytes, size unknown at compile time. */
ZP_ENTRY void *ZP_FN(zalloc)(size_t size);
ZP_ENTRY void *ZP_FN(zalloc_how)(size_t size, unsigned how);

/* The same for a size that is known to be large. */
ZP_ENTRY void *ZP_FN(zalloc_large)(size_t size);
ZP_ENTRY void *ZP_FN(zalloc_large_how)(size_t size, unsigned how);

/* calloc, by size. */
ZP_ENTRY void *ZP_FN(calloc)(size_t n, size_t size);
ZP_ENTRY void *ZP_FN(calloc_how)(size_t n, size_t size, unsigned how);

/* Zeroes `size` bytes at `p`, all of it part of a block that nobody has written
 * to since it was allocated by `origin`: ZP_ORIGIN(enum zp_origin, how). */
ZP_ENTRY void ZP_FN(zero_fresh)(void *p, size_t size, unsigned origin);

/* realloc from `old` to `size` bytes, both as the program asked for them; what
 * is added is zero. */
ZP_ENTRY void *ZP_FN(rezalloc)(void *p, size_t old, size_t size);
ZP_ENTRY void *ZP_FN(rezalloc_how)(void *p, size_t old, size_t size,
                                   unsigned how);

/* The same for n elements of `size` bytes, as reallocarray: a product that
 * overflows gives null and ENOMEM and leaves the block alone. */
ZP_ENTRY void *ZP_FN(rezallocarray)(void *p, size_t old_n, size_t n,
                                    size_t size);
ZP_ENTRY void *ZP_FN(rezallocarray_how)(void *p, size_t old_n, size_t n,
                                        size_t size, unsigned how);

/* operator new and new[]: `op` is the operator that the program called, `tag`
 * the std::nothrow_t that it handed along. Those without one let through what
 * `op` throws, and are not nounwind. */
typedef void *zp_new(size_t size);
typedef void *zp_new_nothrow(size_t size, const void *tag);
typedef void *zp_new_aligned(size_t size, size_t align);
typedef void *zp_new_aligned_nothrow(size_t size, size_t align,
                                     const void *tag);
ZP_ENTRY_THROWS void *ZP_FN(new_zalloc)(size_t size, zp_new *op);
ZP_ENTRY_THROWS void *ZP_FN(new_zalloc_how)(size_t size, zp_new *op,
                                            unsigned how);
ZP_ENTRY void *ZP_FN(new_zalloc_nothrow)(size_t size, const void *tag,
                                         zp_new_nothrow *op);
ZP_ENTRY void *ZP_FN(new_zalloc_nothrow_how)(size_t size, const void *tag,
                                             zp_new_nothrow *op, unsigned how);
ZP_ENTRY_THROWS void *ZP_FN(new_zalloc_aligned)(size_t size, size_t align,
                                                zp_new_aligned *op);
ZP_ENTRY_THROWS void *ZP_FN(new_zalloc_aligned_how)(size_t size, size_t align,
                                                    zp_new_aligned *op,
                                                    unsigned how);
ZP_ENTRY void *ZP_FN(new_zalloc_aligned_nothrow)(size_t size, size_t align,
                                                 const void *tag,
                                                 zp_new_aligned_nothrow *op);
ZP_ENTRY void *ZP_FN(new_zalloc_aligned_nothrow_how)(size_t size, size_t align,
                                                     const void *tag,
                                                     zp_new_aligned_nothrow *op,
                                                     unsigned how);

/* heap=INITIAL+INCREMENT of an executable, in bytes: called by main before
 * anything else. */
ZP_ENTRY void ZP_FN(heap)(size_t initial, size_t increment);

/* One execution of `site`. */
ZP_ENTRY void ZP_FN(count)(struct zp_site *site);

#endif
