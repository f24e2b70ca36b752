/* A library in front of the allocator, as LD_PRELOAD puts it there: its malloc,
 * or with -DCALLOC its calloc, hands on to the next one. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>

#ifdef CALLOC
void *calloc(size_t n, size_t size);
void *calloc(size_t n, size_t size) {
  static void *(*next)(size_t, size_t);
  if (!next)
    next = (void *(*)(size_t, size_t))dlsym(RTLD_NEXT, "calloc");
  return next(n, size);
}
#else
void *malloc(size_t size);
void *malloc(size_t size) {
  static void *(*next)(size_t);
  if (!next)
    next = (void *(*)(size_t))dlsym(RTLD_NEXT, "malloc");
  return next(size);
}
#endif
