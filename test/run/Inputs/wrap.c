/* What the linker's --wrap=malloc,calloc makes the program call. */
#include <stddef.h>
#include <string.h>

void *__real_malloc(size_t n);
void *__real_calloc(size_t n, size_t size);
void *__wrap_malloc(size_t n);
void *__wrap_calloc(size_t n, size_t size);

unsigned wrapped;

void *__wrap_malloc(size_t n) {
  ++wrapped;
  void *p = __real_malloc(n);
  if (p)
    memset(p, 0x99, n);
  return p;
}

void *__wrap_calloc(size_t n, size_t size) {
  ++wrapped;
  return __real_calloc(n, size);
}
