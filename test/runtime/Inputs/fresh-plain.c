/* zero_fresh and prefault without a test library: exits 0 if every byte is as
 * it should be. */
#define _GNU_SOURCE
#include "entries.h"
#include "fresh.h"
#include "pages.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { BYTES = 1 << 20 };

static int all_zero(const char *p, size_t size) {
  for (size_t i = 0; i < size; ++i)
    if (p[i])
      return 0;
  return 1;
}

int main(void) {
  FILE *file = tmpfile();
  if (!file)
    return 2;
  for (int i = 0; i < BYTES; ++i)
    putc(0xF1, file);
  fflush(file);
  char *of_file =
      mmap(NULL, BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE, fileno(file), 0);
  char *anonymous = mmap(NULL, BYTES, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (of_file == MAP_FAILED || anonymous == MAP_FAILED)
    return 2;
  memset(anonymous, 0xA5, BYTES / 3);
  ZP_FN(zero_fresh_block)(of_file + 1, BYTES - 2, 0);
  ZP_FN(zero_fresh_block)(anonymous + 1, BYTES - 2, 0);
  ZP_FN(settle_pages)(of_file + 1, BYTES - 2, ZP_HOW_PREFAULT);
  if (!all_zero(of_file + 1, BYTES - 2) || !all_zero(anonymous + 1, BYTES - 2))
    return 3;
  if (of_file[0] != (char)0xF1 || of_file[BYTES - 1] != (char)0xF1 ||
      anonymous[0] != (char)0xA5)
    return 4;
  char *p = malloc(40 << 20);
  if (!p)
    return 2;
  ZP_FN(zero_fresh)
  (p, 40 << 20, ZP_ORIGIN(ZP_ORIGIN_MALLOC, ZP_HOW_RESIDENT | ZP_HOW_PREFAULT));
  int bad = !all_zero(p, 40 << 20);
  free(p);
  return bad;
}
