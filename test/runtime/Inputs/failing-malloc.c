/* The program's malloc, whose n-th call from now fails; 0: none does. */
#include <errno.h>
#include <stddef.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t n, size_t size);
extern void *__libc_realloc(void *p, size_t size);
extern void *__libc_memalign(size_t align, size_t size);
extern void __libc_free(void *p);
void *malloc(size_t size);
void *calloc(size_t n, size_t size);
void *realloc(void *p, size_t size);
void *aligned_alloc(size_t align, size_t size);
int posix_memalign(void **out, size_t align, size_t size);
void free(void *p);

int fail_at, frees;

static int fails(void) {
  if (!fail_at || --fail_at)
    return 0;
  errno = ENOMEM;
  return 1;
}

void *malloc(size_t size) { return fails() ? NULL : __libc_malloc(size); }

void *calloc(size_t n, size_t size) {
  return fails() ? NULL : __libc_calloc(n, size);
}

void *realloc(void *p, size_t size) {
  return fails() ? NULL : __libc_realloc(p, size);
}

void *aligned_alloc(size_t align, size_t size) {
  return fails() ? NULL : __libc_memalign(align, size);
}

int posix_memalign(void **out, size_t align, size_t size) {
  void *p = aligned_alloc(align, size);
  if (p)
    *out = p;
  else
    *out = (void *)-1; /* which glibc's does not */
  return p ? 0 : ENOMEM;
}

void free(void *p) {
  frees += p != NULL;
  __libc_free(p);
}
