/* The program's aligned_alloc; malloc stays glibc's. */
#include <stddef.h>

extern void *__libc_memalign(size_t align, size_t size);
void *aligned_alloc(size_t align, size_t size);
void *aligned_alloc(size_t align, size_t size) {
  return __libc_memalign(align, size);
}
