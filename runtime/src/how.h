/*===- how.h - what a variant is asked beyond its size ---------------------===*
 *
 * The bodies have no configuration (the linker keeps one copy for the whole
 * program), so what an option changes comes as an argument: every variant
 * <name> has a twin <name>_how whose last argument is a set of these bits. In
 * the library what the environment asks for is added (settings.h).
 *
 *===----------------------------------------------------------------------===*/
#ifndef ZP_HOW_H
#define ZP_HOW_H

enum zp_how {
  /* Without the rewrite the whole block would have been resident (the compiler
   * alone keeps its memset), or a dense use was seen: huge pages are welcome
   * where the allocator maps the block alone and unmaps it on free. */
  ZP_HOW_RESIDENT = 1,
  ZP_HOW_HUGE = 2,         /* huge=always: advise whatever the block is */
  ZP_HOW_NO_HUGE = 4,      /* huge=never: advise nothing */
  ZP_HOW_PREFAULT = 8,     /* have every page there before returning */
  ZP_HOW_NO_RESIDENCY = 16 /* residency=off: never call mincore */
};

/* Who allocated a block that zero_fresh zeroes. */
enum zp_origin {
  ZP_ORIGIN_OTHER,  /* nothing is known of it: memset */
  ZP_ORIGIN_MALLOC, /* malloc, aligned_alloc, realloc and their like */
  ZP_ORIGIN_NEW     /* operator new, which malloc need not stand behind */
};

/* zero_fresh's argument holds both. */
enum { ZP_ORIGIN_MASK = 0xff, ZP_HOW_SHIFT = 8 };

#define ZP_ORIGIN(origin, how) ((unsigned)(origin) | (how) << ZP_HOW_SHIFT)

#endif
