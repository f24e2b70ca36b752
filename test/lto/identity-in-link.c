/* Bodies that come in when the program is linked know its allocator as well: lld has
 * defined __ehdr_start by then for those alone that had asked for it.
 *
 * REQUIRES: lld, jemalloc
 * RUN: %clang -O2 -flto=full -c %s -o %t.o
 * RUN: for flags in "" "-fno-pie -no-pie"; do \
 * RUN:   %clang -O2 -flto=full -fuse-ld=lld $flags %t.o -o %t \
 * RUN:     -Wl,--load-pass-plugin=%plugin && %t | grep -x few && \
 * RUN:   env LD_PRELOAD=%jemalloc %t | grep -x few || exit 1; \
 * RUN: done
 */
#include <stdio.h>
#include <stdlib.h>

static long resident_pages(void) {
  long size = 0, pages = 0;
  FILE *file = fopen("/proc/self/statm", "r");
  if (!file || fscanf(file, "%ld %ld", &size, &pages) != 2)
    exit(1);
  fclose(file);
  return pages;
}

__attribute__((noinline)) static char *zeros(size_t n) {
  char *p = malloc(n);
  if (!p)
    exit(1);
  for (size_t i = 0; i < n; i++)
    p[i] = 0;
  return p;
}

static char *volatile blocks[100];

int main(int argc, char **argv) {
  (void)argv;
  long before = resident_pages();
  for (int i = 0; i < 100; i++)
    blocks[i] = zeros((size_t)argc << 20);
  puts(resident_pages() - before < 2560 ? "few" : "many");
  return 0;
}
