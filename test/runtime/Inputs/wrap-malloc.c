/* For -Wl,--wrap=malloc. */
#include <stddef.h>

void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_malloc(size_t size) { return __real_malloc(size); }
