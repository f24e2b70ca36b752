/* Row C1: volatile and atomic zeroing, explicit_bzero, a secret wiped. */
// RUN: %compare %s %preload --counted no --sabotage no
#include "zt.h"
#include <stdatomic.h>

CASE void *keep_volatile_loop(size_t n) {
  volatile char *p = malloc(n);
  if (!p)
    return NULL;
  for (size_t i = 0; i < n; ++i)
    p[i] = 0;
  return (void *)p;
}

CASE void *keep_atomic_loop(size_t n) {
  _Atomic int *p = malloc(n * sizeof *p);
  if (!p)
    return NULL;
  for (size_t i = 0; i < n; ++i)
    atomic_store_explicit(&p[i], 0, memory_order_relaxed);
  return (void *)p;
}

CASE void *keep_explicit_bzero(size_t n) {
  char *p = malloc(n);
  if (!p)
    return NULL;
  explicit_bzero(p, n);
  return p;
}

/* The freed block is looked at, as a debugger or an attacker would: glibc keeps
 * all of it but the first 16 bytes until the next allocation. */
CASE size_t keep_secret(size_t n, void **stale) {
  char *p = malloc(n);
  if (!p)
    return 0;
  memset(p, 'S', n);
  touch(p);
  size_t sum = (size_t)p[n / 2];
  explicit_bzero(p, n);
  *stale = p;
  free(p);
  return sum;
}

CASE void *keep_volatile_memset(size_t n) {
  volatile char *p = malloc(64);
  if (!p)
    return NULL;
  for (size_t i = 0; i < 64; i += 8)
    *(volatile uint64_t *)(p + i) = n - n;
  return (void *)p;
}

int main(void) {
  FOR_SIZES(n) {
    if (n > 65536)
      break;
    dirty(n);
    dirty(n * 4);
    finish("volatile_loop", keep_volatile_loop(n), n);
    finish("atomic_loop", keep_atomic_loop(n), n * 4);
    finish("explicit_bzero", keep_explicit_bzero(n), n);
    finish("volatile_memset", keep_volatile_memset(n), 64);
    void *stale = NULL;
    printf("%zu\n", keep_secret(n, &stale));
  }
  return 0;
}
