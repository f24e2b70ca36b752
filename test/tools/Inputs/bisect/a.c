// Rewrites that are innocent.
#include "parts.h"

void *first(void) { return calloc(1, 64); }
void *second(size_t n, size_t size) { return calloc(n, size); }
