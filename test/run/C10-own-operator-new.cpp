/* Row C10: a replaced operator new is called as often as before. */
// RUN: %comparexx %s %preload --counted no --sabotage no
#include "zt.h"
#include <memory>
#include <new>

static unsigned calls;
void *operator new(size_t n) {
  ++calls;
  if (void *p = malloc(n ? n : 1))
    return memset(p, 0x4e, n);
  throw std::bad_alloc();
}
void operator delete(void *p) noexcept { free(p); }
void operator delete(void *p, size_t) noexcept { free(p); }

CASE int *keep_new_array(size_t n) { return new int[n](); }
CASE char *keep_new_memset(size_t n) {
  char *p = new char[n];
  memset(p, 0, n);
  return p;
}
CASE double *keep_make_unique(size_t n) {
  return std::make_unique<double[]>(n).release();
}

int main() {
  FOR_SIZES(n) {
    if (n > 65536)
      break;
    int *a = keep_new_array(n);
    show("new_array", a, n * sizeof(int));
    delete[] a;
    char *b = keep_new_memset(n);
    show("new_memset", b, n);
    delete[] b;
    double *c = keep_make_unique(n);
    show("make_unique", c, n * sizeof(double));
    delete[] c;
  }
  printf("%u\n", calls);
  return 0;
}
