/* With residency=off a block is cleared without a system call, as by memset: a
 * process in seccomp's strict mode has none but read, write and exit.
 *
 * RUN: %clang -O2 %embedded %s %bodies -o %t && %t
 * RUN: %clang -O2 %runtime_headers %s %zprt -o %t && %t
 */
#include "entries.h"
#include <linux/seccomp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Twice as much as is ever asked about, for either half. */
enum { SIZE = 4 << 20, OFF = ZP_HOW_NO_RESIDENCY };

int main(void) {
  /* At the start of a page, where no header need be in front. */
  char *block = aligned_alloc(4096, SIZE), *old = malloc(SIZE);
  if (!block || !old)
    return 1;
  memset(block, 1, SIZE);
  memset(old, 1, SIZE);
  if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT))
    return 0; /* no such thing here */
  ZP_FN(zero_fresh)(block, SIZE, ZP_ORIGIN(ZP_ORIGIN_MALLOC, OFF));
  char *grown = ZP_FN(rezalloc_how)(old, SIZE / 2, SIZE, OFF);
  int wrong = !grown;
  for (size_t i = 0; i < SIZE; ++i)
    wrong |= block[i] | (grown && grown[i] != (i < SIZE / 2));
  syscall(SYS_exit, wrong);
  return 1;
}
