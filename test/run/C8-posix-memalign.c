/* Row C8: posix_memalign's results, and what a failure leaves alone; the
 * aligned family beside it. */
// RUN: %compare %s %preload --counted no
#include "zt.h"

CASE int keep_into_local(void **out, size_t align, size_t n) {
  void *p = (void *)0x1234;
  int error = posix_memalign(&p, align, n);
  if (error) {
    *out = p;
    return error;
  }
  memset(p, 0, n);
  *out = p;
  return 0;
}

CASE int keep_out_parameter(void **out, size_t align, size_t n) {
  int error = posix_memalign(out, align, n);
  if (!error)
    memset(*out, 0, n);
  return error;
}

CASE void *keep_aligned_alloc(size_t align, size_t n) {
  void *p = aligned_alloc(align, n);
  if (p)
    memset(p, 0, n);
  return p;
}

CASE void *keep_memalign(size_t align, size_t n) {
  void *p = memalign(align, n);
  if (!p)
    return NULL;
  memset(p, 0, n);
  return p;
}

CASE void *keep_valloc(size_t n) {
  void *p = valloc(n);
  if (!p)
    return NULL;
  memset(p, 0, n);
  return p;
}

int main(void) {
  for (size_t align = 16; align <= 8192; align *= 4)
    for (size_t n = align; n < 100000; n = n * 3 + align) {
      size_t rounded = n / align * align;
      void *p;
      dirty(rounded);
      dirty(rounded + align);
      if (keep_into_local(&p, align, rounded) == 0) {
        printf("%zu ", (uintptr_t)p % align);
        finish("local", p, rounded);
      }
      if (keep_out_parameter(&p, align, rounded) == 0)
        finish("out", p, rounded);
      finish("aligned_alloc", keep_aligned_alloc(align, rounded), rounded);
      finish("memalign", keep_memalign(align, rounded), rounded);
      finish("valloc", keep_valloc(rounded), rounded);
    }
  void *p = NULL;
  errno = 7;
  int error = keep_into_local(&p, opaque(24), 100);
  printf("not a power of two: %s %d %p\n", error == EINVAL ? "EINVAL" : "?",
         errno, p);
  error = keep_into_local(&p, opaque(64), opaque((size_t)-200));
  printf("too large: %s %p\n", error == ENOMEM ? "ENOMEM" : "?", p);
  p = &error;
  error = keep_out_parameter(&p, opaque(2), 100);
  printf("align 2: %s, pointer %s\n", error == EINVAL ? "EINVAL" : "?",
         p == &error ? "as it was" : "changed");
  return 0;
}
