/* Prints the name of the allocator that the runtime finds behind malloc. */
#include "allocator.h"
#include <stdio.h>
#include <stdlib.h>

int who(void);

int who(void) {
  static const char *const names[] = {"not asked",
#define ZP_ALLOCATOR(id, name, ...) name,
#include "allocators.def"
  };
  free(malloc(1));
  free(calloc(1, 1));
  enum zp_allocator id = zp_allocator();
  puts(names[id]);
  return id != zp_allocator(); /* the kept answer */
}

#ifndef NO_MAIN
int main(void) { return who(); }
#endif
