/* For -Wl,--wrap=malloc, or with -DCALLOC for -Wl,--wrap=calloc. */
#include <stddef.h>

#ifdef CALLOC
void *__real_calloc(size_t n, size_t size);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_calloc(size_t n, size_t size) { return __real_calloc(n, size); }
#else
void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_malloc(size_t size) { return __real_malloc(size); }
#endif
