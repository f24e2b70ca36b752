// A planted failure: the program fails when the allocations of the sizes given
// do not come by calloc any more, so when all of these were rewritten. Linked
// with --wrap=calloc and compiled without the plugin.
#include "parts.h"
#include <stdbool.h>
#include <stdio.h>

void *__real_calloc(size_t n, size_t size);
void *__wrap_calloc(size_t n, size_t size);

static bool seen[128];

void *__wrap_calloc(size_t n, size_t size) {
  if (n * size < sizeof seen)
    seen[n * size] = true;
  return __real_calloc(n, size);
}

int main(int argc, char **argv) {
  void *blocks[6] = {first(), second(2, 4), fourth()};
  third(blocks + 3);
  for (int i = 0; i < 6; i++)
    free(blocks[i]);
  bool all_gone = argc > 1;
  for (int i = 1; i < argc; i++)
    all_gone = all_gone && !seen[atoi(argv[i])];
  if (all_gone)
    puts("planted failure");
  return all_gone;
}
