/* The program's calloc; malloc stays glibc's. */
#include <stddef.h>

extern void *__libc_calloc(size_t n, size_t size);
void *calloc(size_t n, size_t size);
void *calloc(size_t n, size_t size) { return __libc_calloc(n, size); }
