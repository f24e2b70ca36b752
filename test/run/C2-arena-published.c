/* Row C2: zeroing in a deeper loop than the allocation, or after the block was
 * read, freed, or published to other code. */
// RUN: %compare %s %preload
#include "zt.h"

char *shared;
static __attribute__((noinline)) void write_shared(int value) {
  __asm__ volatile("" : : : "memory");
  memset(shared, value, 8);
}

CASE void *keep_arena_reset(size_t n, int turns, unsigned *sum) {
  char *arena = malloc(n);
  if (!arena)
    return NULL;
  for (int i = 0; i < turns; ++i) {
    memset(arena, 0, n);
    arena[(size_t)i * 3 % n] += (char)(i + 1);
    touch(arena);
    *sum += checksum(arena, n);
  }
  return arena;
}

CASE void *keep_reset_by_loop(size_t n, int turns, unsigned *sum) {
  int *arena = malloc(n * sizeof *arena);
  if (!arena)
    return NULL;
  for (int i = 0; i < turns; ++i) {
    for (size_t k = 0; k < n; ++k)
      arena[k] = ZERO;
    arena[(size_t)i % n] += i + 1;
    touch(arena);
    *sum += checksum(arena, n * 4);
  }
  return arena;
}

CASE void *keep_published(size_t n) {
  shared = malloc(n + 8);
  if (!shared)
    return NULL;
  write_shared(1);
  memset(shared, 0, n + 8);
  return shared;
}

/* Published, zeroed, then written by the call. */
CASE void *published_late(size_t n) {
  char *p = malloc(n + 8);
  if (!p)
    return NULL;
  memset(p, 0, n + 8);
  shared = p;
  write_shared(2);
  return p;
}

CASE void *keep_written_then_read(size_t n, size_t *sum) {
  unsigned char *p = malloc(n);
  if (!p)
    return NULL;
  for (size_t i = 0; i < n; ++i)
    p[i] = (unsigned char)(i * 7);
  touch(p);
  *sum += p[n / 2];
  memset(p, 0, n);
  return p;
}

CASE void *keep_another_generation(size_t n) {
  char *p = malloc(n);
  if (!p)
    return NULL;
  memset(p, 1, n);
  touch(p);
  free(p);
  p = malloc(n);
  if (!p)
    return NULL;
  memset(p, 2, n);
  touch(p);
  return p;
}

int main(void) {
  unsigned resets = 0;
  size_t sum = 0;
  FOR_SIZES(n) {
    if (n > 65536)
      break;
    dirty(n);
    dirty(n * 4);
    dirty(n + 8);
    finish("arena_reset", keep_arena_reset(n, 5, &resets), n);
    finish("reset_by_loop", keep_reset_by_loop(n, 5, &resets), n * 4);
    finish("published", keep_published(n), n + 8);
    finish("published_late", published_late(n), n + 8);
    finish("written_then_read", keep_written_then_read(n, &sum), n);
    finish("another_generation", keep_another_generation(n), n);
    printf("%08x %zu\n", resets, sum);
  }
  return 0;
}
