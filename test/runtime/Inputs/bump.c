/* A whole allocator of the program's own. With LIBC_NAMES it also calls itself
 * what glibc calls its own, as mimalloc and tcmalloc do. */
#include <stddef.h>

void *malloc(size_t size);
void *calloc(size_t n, size_t size);
void *realloc(void *p, size_t size);
void *memalign(size_t align, size_t size);
void *aligned_alloc(size_t align, size_t size);
int posix_memalign(void **out, size_t align, size_t size);
void free(void *p);

static char heap[16 << 20] __attribute__((aligned(64)));
static size_t used;

void *malloc(size_t size) {
  size_t *block = (size_t *)(heap + used);
  used += (size + 31) & ~(size_t)15;
  if (used > sizeof heap)
    __builtin_trap();
  block[1] = size;
  return block + 2;
}

void *calloc(size_t n, size_t size) { return malloc(n * size); }

void *realloc(void *p, size_t size) {
  char *to = malloc(size), *from = p;
  for (size_t i = 0; from && i < size && i < ((size_t *)p)[-1]; ++i)
    to[i] = from[i];
  return to;
}

void *memalign(size_t align, size_t size) {
  used = (used + align + 15) / align * align - 16;
  return malloc(size);
}

void *aligned_alloc(size_t align, size_t size) { return memalign(align, size); }

int posix_memalign(void **out, size_t align, size_t size) {
  *out = memalign(align, size);
  return 0;
}

void free(void *p) { (void)p; }

#ifdef LIBC_NAMES
void *__libc_malloc(size_t size) __attribute__((alias("malloc")));
void *__libc_calloc(size_t n, size_t size) __attribute__((alias("calloc")));
void *__libc_realloc(void *p, size_t size) __attribute__((alias("realloc")));
void *__libc_memalign(size_t a, size_t size) __attribute__((alias("memalign")));
void __libc_free(void *p) __attribute__((alias("free")));
#endif

#ifdef OTHER_NAMES
void *mi_malloc(size_t size) __attribute__((alias("malloc")));
void *mi_calloc(size_t n, size_t size) __attribute__((alias("calloc")));
void *tc_malloc(size_t size) __attribute__((alias("malloc")));
void *tc_calloc(size_t n, size_t size) __attribute__((alias("calloc")));
void *mallocx(size_t size, int flags) __attribute__((alias("malloc")));
#endif
