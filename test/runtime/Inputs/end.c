/* -DLIBRARY: a library that says where `_end` is, as the loader has it.
 * Otherwise a program that compares. -DZALLOC: with a rewritten call. */
#include <stdio.h>
#include <stdlib.h>

#ifdef ZALLOC
#include "entries.h"
#define ZEROED(size) ZP_FN(zalloc)(size)
#else
#define ZEROED(size) calloc(1, size)
#endif

extern char _end[];
char *end_of_library(void);

#ifdef LIBRARY

static void *volatile block;

char *end_of_library(void) {
  block = ZEROED(100000);
  free(block);
  return _end;
}

#else

int main(void) {
  void *volatile block = ZEROED(100000);
  free(block);
  puts(_end == end_of_library() ? "the same" : "another");
  return 0;
}

#endif
