/* The initial heap where the break cannot move: malloc maps it, errno stays.
 *
 * RUN: %clang -O2 %embedded %s %bodies -o %t && %t
 * RUN: %clang -O2 %runtime_headers %s %zprt -o %t && %t
 */
#define _GNU_SOURCE
#include "entries.h"
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

int main(void) {
  const size_t mb = 1 << 20, page = 4096;
  uintptr_t end = ((uintptr_t)sbrk(0) + page - 1) & ~(page - 1);
  if (mmap((char *)end + mb, page, PROT_NONE,
           MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == MAP_FAILED)
    return 1;
  errno = 4321;
  ZP_FN(heap)(64 * mb, mb);
  if (errno != 4321)
    return printf("errno is %d\n", errno), 1;
  return 0;
}
