/*===- bodies.c - the embedded runtime as one translation unit -------------===*
 *
 * Compiled to bitcode that the plugin carries. No file below has a constructor,
 * a thread-local variable or an internal symbol, nor anything that an option of
 * the user's could change: the linker keeps one copy for the whole program.
 *
 *===----------------------------------------------------------------------===*/
#ifndef ZP_EMBEDDED
#error "bodies.c is for the embedded build: define ZP_EMBEDDED"
#endif

#include "allocator.c"
#include "count.c"
#include "heap.c"
#include "loader.c"
#include "new.c"
#include "pages.c"
#include "rezalloc.c"
#include "zalloc.c"
#include "zero_fresh.c"
