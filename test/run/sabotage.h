/*===- sabotage.h - the same program with its zeroing lost ------------------===*
 *
 * Compiled in front of a test program by compare.py, to prove that the program
 * would notice.
 *
 *===------------------------------------------------------------------------===*/
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define ZERO 1

static inline void *sabotaged_memset(void *p, int byte, size_t n) {
  return byte ? memset(p, byte, n) : p;
}
static inline void *sabotaged_calloc(size_t n, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(n, size, &bytes))
    return 0;
  void *p = malloc(bytes);
  return p && bytes < (1 << 26) ? memset(p, 0x96, bytes) : p;
}

#undef memset
#undef bzero
#define memset sabotaged_memset
#define bzero(p, n) ((void)(p), (void)(n))
#define calloc sabotaged_calloc
#define __builtin_memset sabotaged_memset
#define __builtin___memset_chk(p, byte, n, room) sabotaged_memset(p, byte, n)
