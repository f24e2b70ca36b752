/*===- zt.h - what the executed tests share ---------------------------------===*
 *
 * A case is a function named rw_<case> (the pass must rewrite something in it)
 * or keep_<case> (it must rewrite nothing in it); compare.py holds the remarks
 * against these names. A case hands a block to show() or finish(), which print
 * its bytes as a checksum, so that two builds can be compared.
 *
 *===------------------------------------------------------------------------===*/
#ifndef ZT_H
#define ZT_H

#include <errno.h>
#include <malloc.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef __cplusplus
#define ZT_C extern "C"
#else
#define ZT_C
#endif

#define CASE ZT_C __attribute__((noinline, used))
#define HELPER static __attribute__((noinline, unused))

/* What a zeroing loop stores; the sabotaged build makes it something else. */
#ifndef ZERO
#define ZERO 0
#endif

/* Sizes on both sides of every limit that the pass, the runtime and the
 * allocators know. */
static const size_t zt_sizes[] = {1,    2,    7,    16,    24,    64,     100,
                                  128,  256,  257,  512,   1000,  1024,   1032,
                                  1033, 4095, 4096, 65536, 131072, 200000};
#define FOR_SIZES(n)                                                           \
  for (size_t zt_i = 0, n = zt_sizes[0];                                       \
       zt_i < sizeof zt_sizes / sizeof *zt_sizes &&                            \
       (n = zt_sizes[zt_i], 1);                                                \
       ++zt_i)

/* A value that the compiler knows nothing of. */
HELPER size_t opaque(size_t n) {
  __asm__ volatile("" : "+r"(n));
  return n;
}

/* Whatever may look at the block sees it here. */
HELPER void touch(void *p) { __asm__ volatile("" : : "r"(p) : "memory"); }

/* Leaves garbage in the blocks of about `size` bytes that the next allocations
 * will get. */
HELPER void dirty(size_t size) {
  void *block[12];
  size_t bytes[12];
  if (size > ((size_t)1 << 26))
    return;
  for (int i = 0; i < 12; ++i) {
    bytes[i] = size + 16 * (size_t)(i / 4);
    if ((block[i] = malloc(bytes[i]))) {
      memset(block[i], 0xa5, bytes[i]);
      touch(block[i]);
    }
  }
  for (int i = 0; i < 12; ++i)
    free(block[i]);
}

HELPER unsigned checksum(const void *p, size_t n) {
  const unsigned char *byte = (const unsigned char *)p;
  uint64_t sum = 14695981039346656037u;
  for (; n >= 8; n -= 8, byte += 8) {
    uint64_t word;
    memcpy(&word, byte, 8);
    sum = (sum ^ word) * 1099511628211u;
    sum ^= sum >> 29;
  }
  for (; n; --n, ++byte)
    sum = (sum ^ *byte) * 1099511628211u;
  return (unsigned)(sum ^ (sum >> 32));
}

HELPER void show(const char *name, const void *p, size_t n) {
  if (p)
    printf("%s %zu %08x\n", name, n, checksum(p, n));
  else
    printf("%s %zu null %d\n", name, n, errno);
}

/* Prints the block, measures it, makes it larger, and frees it, all as the
 * half of the program that was not rewritten would. */
HELPER void finish(const char *name, void *p, size_t n) {
  show(name, p, n);
  if (!p)
    return;
  if (malloc_usable_size(p) < n)
    printf("%s is too small\n", name);
  memset(p, 0x3c, n);
  void *more = realloc(p, n + n / 2 + 1);
  show("  grown", more, n);
  free(more ? more : p);
}

#endif
