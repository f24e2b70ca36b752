// Three rewrites in one function, the second of them guilty, and one beside.
#include "parts.h"

void third(void **blocks) {
  blocks[0] = calloc(1, 32);
  blocks[1] = calloc(1, 48);
  blocks[2] = calloc(1, 56);
}

void *fourth(void) { return calloc(1, 96); }
