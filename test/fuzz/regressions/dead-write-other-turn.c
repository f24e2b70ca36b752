/* The store before the zeroing was deleted although on another turn of the
 * loop the block leaves without being zeroed: the zeroing post-dominates the
 * store, but only with the block of a later turn. */
// RUN: %clang -Oz -fpass-plugin=%plugin %s -o %t
// RUN: %t
// RUN: %clang -O2 -fpass-plugin=%plugin %s -o %t
// RUN: %t
#include <stdlib.h>
#include <string.h>

int *kept[8];

__attribute__((noinline)) int *last_zeroed(size_t n, int i, int k) {
  for (;;) {
    int *p = malloc(n);
    p[0] = 42;
    if (__builtin_expect(i == k, 1)) {
      memset(p, 0, n);
      return p;
    }
    kept[i++] = p;
  }
}

int main(int argc, char **argv) {
  (void)argv;
  int *p = last_zeroed(4096 + (size_t)argc, argc, argc + 2);
  return p[0] != 0 || kept[1][0] != 42 || kept[2][0] != 42;
}
