#include <stddef.h>

void *malloc(size_t n);
void *calloc(size_t n, size_t size);
void free(void *p);
void *memset(void *p, int c, size_t n);
int printf(const char *, ...);
_Noreturn void abort(void);

#define OWN(name)                                                              \
  __attribute__((used)) long name(void) { abort(); }
OWN(mincore)
OWN(madvise)
OWN(mremap)
OWN(dlsym)
OWN(dladdr)
OWN(dlopen)
OWN(getpid)
OWN(gettid)
OWN(getuid)
OWN(geteuid)
OWN(getgid)
OWN(getegid)
OWN(getauxval)
OWN(secure_getenv)
OWN(writev)
OWN(openat)
OWN(pthread_self)
OWN(pthread_once)
OWN(pthread_atfork)
OWN(call_once)
OWN(mallinfo)
OWN(mallopt)
OWN(zalloc)
OWN(zalloc_large)
OWN(zp_zalloc)
OWN(zp_calloc)
OWN(zp_allocator)
OWN(zp_policy)
OWN(zp_malloc_memset)
OWN(identify_allocator)
OWN(policy_rows)
OWN(count)
OWN(explicit_bzero)
OWN(bzero)
OWN(__zp_zalloc)
OWN(__zp_calloc)
OWN(__zp_identify_allocator)

__attribute__((noinline)) char *block(size_t n) {
  char *p = malloc(n);
  if (!p)
    return NULL;
  for (size_t i = 0; i < n; ++i)
    p[i] = 0;
  return p;
}
__attribute__((noinline)) char *sized(size_t n) { return calloc(n, 3); }
__attribute__((noinline)) char *small(void) { return calloc(1, 99); }

int main(void) {
  int bad = 0;
  for (size_t n = 1; n < 400000; n *= 5) {
    char *p = block(n), *q = sized(n), *r = small();
    for (size_t i = 0; i < n; ++i)
      bad |= p[i] | q[i] | q[n * 3 - 1 - i];
    for (int i = 0; i < 99; ++i)
      bad |= r[i];
    memset(p, 1, n);
    memset(q, 1, n * 3);
    memset(r, 1, 99);
    __asm__ volatile("" : : : "memory");
    free(p);
    free(q);
    free(r);
  }
  printf("%s\n", bad ? "not zero" : "all zero");
  return bad;
}
