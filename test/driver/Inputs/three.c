/* Three allocations that are rewritten. */
#include <stdlib.h>
#include <string.h>

void *one(size_t n) {
  void *p = malloc(n);
  if (p)
    memset(p, 0, n);
  return p;
}

void *two(size_t n) {
  void *p = malloc(n);
  if (p)
    memset(p, 0, n);
  return p;
}

void *three(size_t n) {
  void *p = malloc(n);
  if (p)
    memset(p, 0, n);
  return p;
}
