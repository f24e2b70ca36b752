#include <stdlib.h>
#include <string.h>

__attribute__((noinline)) void stop(char *p, size_t bytes) {
  __asm__ volatile("" : : "r"(p), "r"(bytes) : "memory");
}

__attribute__((noinline)) char *zeroed(size_t bytes, int turns) {
  char *p = malloc(bytes);
  if (!p)
    return NULL;
  for (int i = 0; i < turns; ++i)
    __asm__ volatile("" : : : "memory");
  memset(p, 0, bytes);
  stop(p, bytes);
  return p;
}

int main(int argc, char **argv) {
  (void)argv;
  char *p = zeroed(76 + (size_t)argc, argc);
  int bad = !p || p[argc];
  free(p);
  return bad;
}
