/* A large block that nobody touches costs no memory where the allocator is
 * known, and a calloc of the source never costs more than it did, by over 256
 * KB or 1% of the whole program's memory.
 *
 * RUN: %clang -O2 %runtime_headers %s %zprt -o %t && %t glibc
 * RUN: %if jemalloc %{ env LD_PRELOAD=%jemalloc %t jemalloc %}
 * RUN: %if mimalloc %{ env LD_PRELOAD=%mimalloc %t mimalloc %}
 * RUN: %if tcmalloc %{ env LD_PRELOAD=%tcmalloc %t tcmalloc %}
 * RUN: %clang -O2 %embedded %s %bodies -o %t.embedded && %t.embedded glibc
 * RUN: %if jemalloc %{ env LD_PRELOAD=%jemalloc %t.embedded jemalloc %}
 * RUN: %if mimalloc %{ env LD_PRELOAD=%mimalloc %t.embedded mimalloc %}
 * RUN: %if tcmalloc %{ env LD_PRELOAD=%tcmalloc %t.embedded tcmalloc %}
 * RUN: %clang -O2 -static %embedded %s %bodies -o %t.static && %t.static glibc
 * RUN: %clang -O2 %embedded %s %S/Inputs/own-malloc.c %bodies -o %t.own
 * RUN: %t.own unknown
 */
#include "allocator.h"
#include "entries.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PAGE = 4096, LARGE = 64 << 20, TOTAL = 32 << 20, MOST = TOTAL / 64 };

static int resident_pages(char *p) {
  static unsigned char pages[LARGE / PAGE];
  char *page = (char *)(((uintptr_t)p + PAGE - 1) & ~(uintptr_t)(PAGE - 1));
  if (mincore(page, LARGE - PAGE, pages))
    return perror("mincore"), 1 << 30;
  int n = 0;
  for (int i = 0; i < LARGE / PAGE - 1; ++i)
    n += pages[i] & 1;
  return n;
}

static void *source_calloc(size_t size) { return ZP_FN(calloc)(size / 8, 8); }

static int large_blocks_stay_away(void) {
  char *blocks[] = {ZP_FN(zalloc)(LARGE), ZP_FN(zalloc_large)(LARGE),
                    source_calloc(LARGE)};
  for (int i = 0; i < 3; ++i) {
    int n = resident_pages(blocks[i]);
    if (n > 1)
      return printf("variant %d: %d pages are resident\n", i, n), 1;
  }
  return 0;
}

static void *plain_calloc(size_t size) { return calloc(size / 8, 8); }

/* Bytes by which the memory of a process of its own grows. */
static long grown(void *(*function)(size_t), size_t size) {
  int ends[2];
  long result = -1;
  if (pipe(ends))
    return -1;
  pid_t child = fork();
  if (!child) {
    static void *blocks[MOST];
    memset(blocks, 0, sizeof blocks);
    FILE *file = fopen("/proc/self/statm", "r");
    long before = 0, after = 0, all;
    if (fscanf(file, "%ld %ld", &all, &before) != 2)
      _exit(1);
    for (size_t i = 0; i < TOTAL / size; ++i)
      blocks[i] = function(size);
    __asm__ volatile("" : : "r"(blocks) : "memory");
    file = freopen("/proc/self/statm", "r", file);
    if (fscanf(file, "%ld %ld", &all, &after) != 2)
      _exit(1);
    after = (after - before) * PAGE;
    _exit(write(ends[1], &after, sizeof after) < 0);
  }
  close(ends[1]);
  if (read(ends[0], &result, sizeof result) < 0)
    result = -1;
  close(ends[0]);
  waitpid(child, NULL, 0);
  return result;
}

static int a_calloc_costs_no_more_than_it_did(void) {
  const size_t sizes[] = {
      64,     256,    1024,   2048,    2056,      3000,    4096,    5000,
      8192,   14336,  20000,  32768,   32776,     40000,   65536,   100000,
      131072, 200000, 300000, 1 << 20, (7 << 20), 7340040, 8 << 20, 16 << 20};
  for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; ++i) {
    long was = grown(plain_calloc, sizes[i]);
    long is = grown(source_calloc, sizes[i]);
    long more = was / 100 > 256 * 1024 ? was / 100 : 256 * 1024;
    if (was < 0 || is < 0 || is > was + more)
      return printf("%zu bytes: %ld resident, by calloc %ld\n", sizes[i], is,
                    was),
             1;
  }
  return 0;
}

int main(int argc, char **argv) {
  static const char *const names[] = {
      "",
#define ZP_ALLOCATOR(id, name, ...) name,
#include "allocators.def"
  };
  if (argc != 2 || strcmp(argv[1], names[zp_allocator()]))
    return printf("allocator: %s\n", names[zp_allocator()]), 1;
  if (zp_allocator() != ZP_UNKNOWN && large_blocks_stay_away())
    return 1;
  return a_calloc_costs_no_more_than_it_did();
}
