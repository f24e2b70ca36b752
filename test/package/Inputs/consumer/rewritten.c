/* The plugin makes one zeroed allocation of this; nothing is linked for it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

__attribute__((noinline)) static char *zeroed(size_t n) {
  char *p = malloc(n);
  if (!p)
    abort();
  memset(p, 0, n);
  return p;
}

int main(int argc, char **argv) {
  size_t n = (size_t)argc * 1000;
  int sum = 0;
  char *p = zeroed(n);
  (void)argv;
  for (size_t i = 0; i < n; ++i)
    sum |= p[i];
  free(p);
  printf("rewritten %d\n", sum);
  return 0;
}
