/* The program's malloc, in front of glibc's. */
#include <stddef.h>

extern void *__libc_malloc(size_t size);
void *malloc(size_t size);
void *malloc(size_t size) { return __libc_malloc(size); }
