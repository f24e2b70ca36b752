/*===- entries.h - what rewritten code calls --------------------------------===*
 *
 * The prototypes behind pass/Runtime.def, under whichever name this build has.
 *
 *===------------------------------------------------------------------------===*/
#ifndef ZP_ENTRIES_H
#define ZP_ENTRIES_H

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

/* The same for a size that is known to be large. */
ZP_ENTRY void *ZP_FN(zalloc_large)(size_t size);

/* calloc, by size. */
ZP_ENTRY void *ZP_FN(calloc)(size_t n, size_t size);

/* One execution of `site`. */
ZP_ENTRY void ZP_FN(count)(struct zp_site *site);

#endif
