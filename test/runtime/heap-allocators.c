/* The heap's size with allocators other than glibc's: theirs is set where they
 * have one, else the answer says that there is none.
 *
 * RUN: %clang -O2 %runtime_headers %s %zprt -o %t
 * RUN: env LD_PRELOAD=%jemalloc %t known
 * RUN: env LD_PRELOAD=%mimalloc %t known
 * RUN: env LD_PRELOAD=%tcmalloc %t known
 * RUN: env LD_PRELOAD=%jemalloc MALLOC_CONF=dirty_decay_ms:1000 %t users
 * RUN: env LD_PRELOAD=%mimalloc MIMALLOC_RESERVE_OS_MEMORY=1M %t users
 * RUN: %valgrind -q %t unknown
 * RUN: %clang -O2 %runtime_headers %s %zprt_shared -Wl,-rpath,%zprt_dir -o %t.shared
 * RUN: env LD_PRELOAD=%jemalloc %t.shared known
 * RUN: env LD_PRELOAD=%mimalloc %t.shared known
 * RUN: env LD_PRELOAD=%tcmalloc %t.shared known
 *
 * The library's constructor may come before the allocator's.
 *
 * RUN: env LD_PRELOAD=%jemalloc ZEROPASS_HEAP=64M+1M %t.shared known
 * RUN: env LD_PRELOAD=%mimalloc ZEROPASS_HEAP=64M+1M %t.shared known
 * RUN: env LD_PRELOAD=%tcmalloc ZEROPASS_HEAP=64M+1M %t.shared known
 *
 * It leaves errno as the allocator does (jemalloc sets it where there is no /sys).
 *
 * RUN: env LD_PRELOAD=%jemalloc %t.shared errno > %t.plain
 * RUN: env LD_PRELOAD=%jemalloc ZEROPASS_HEAP=64M+1M %t.shared errno | diff %t.plain -
 * RUN: env LD_PRELOAD=%mimalloc %t.shared errno > %t.plain
 * RUN: env LD_PRELOAD=%mimalloc ZEROPASS_HEAP=64M+1M %t.shared errno | diff %t.plain -
 * RUN: %clang -O0 %runtime_headers %s %S/Inputs/own-malloc.c %zprt -o %t.own
 * RUN: %t.own unknown
 * REQUIRES: jemalloc, mimalloc, tcmalloc, valgrind
 */
#include <zeropass/zeropass.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

static const size_t mb = 1 << 20;

static int check(int holds, const char *what) {
  if (!holds)
    fprintf(stderr, "not so: %s\n", what);
  return !holds;
}

static long faults(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_minflt;
}

static void use(size_t size) {
  char *p = malloc(size);
  memset(p, 1, size);
  __asm__ volatile("" : "+r"(p) : : "memory");
  free(p);
}

static int check_answer(int answer, const char *what) {
  errno = 4321;
  int bad = check(zp_heap_configure(300 * mb, 10 * mb) == answer, what);
  return bad | check(errno == 4321, "errno stays");
}

/* Beside the heap there may be tables of some MB. */
static int known(void) {
  long before = faults();
  int bad = check_answer(0, "it is set");
  bad |= check(faults() - before < 300 * 256 / 20, "it is not resident");
  use(80 * mb);
  use(80 * mb);
  before = faults();
  for (int i = 0; i < 5; ++i)
    use(80 * mb);
  return bad | check(faults() - before < 5 * 20480 / 20, "blocks are recycled");
}

int main(int argc, char **argv) {
  const int error_at_start = errno;
  if (argc == 2 && !strcmp(argv[1], "errno"))
    return printf("errno %d when main starts\n", error_at_start) < 0;
  if (argc == 2 && !strcmp(argv[1], "known"))
    return known();
  if (argc == 2 && !strcmp(argv[1], "users"))
    return check_answer(EPERM, "the user's settings hold");
  if (argc == 2 && !strcmp(argv[1], "unknown"))
    return check_answer(ENOTSUP, "there is no setting");
  return 2;
}
