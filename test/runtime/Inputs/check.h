/* What tests of blocks have in common. */
#ifndef CHECK_H
#define CHECK_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Around every limit: page, fresh pages, mmap threshold. */
static const size_t sizes[] = {
    0,      1,      7,       16,      24,
    100,    1032,   4095,    4096,    4097,
    9000,   65536,
#ifndef FEW_SIZES /* for checkers, which are slow */
    131071, 131072, 131073,  262143,  262144,
    262145, 300000, 1 << 20, 8 << 20, (8 << 20) + 5,
#endif
};
enum { SIZES = sizeof sizes / sizeof *sizes };

static inline void check_bytes(const char *p, size_t from, size_t to,
                               char byte) {
  for (size_t i = from; i < to; ++i)
    if (p[i] != byte)
      fail_msg("byte %zu in %zu to %zu is %d, not %d", i, from, to, p[i], byte);
}

/* Leaves blocks of the size behind that are full of garbage. */
static inline void dirty(size_t size) {
  enum { MOST = 9 }; /* more than the thread cache holds */
  char *blocks[MOST];
  const int n = size > 100000 ? 1 : MOST;
  for (int i = 0; i < n; ++i)
    if ((blocks[i] = malloc(size)))
      memset(blocks[i], 0xA5, size);
  for (int i = 0; i < n; ++i) {
    __asm__ volatile("" : : "r"(blocks[i]) : "memory");
    free(blocks[i]);
  }
}

#endif
