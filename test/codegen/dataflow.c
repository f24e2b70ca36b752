/* -fsanitize=dataflow leaves no mark on a module by which the pass could know it.
 * So it has to work: the program runs, and the labels are the original's. A block
 * that was just allocated and zeroed has none, whatever its memory had before.
 *
 * REQUIRES: x86_64
 * RUN: %clang -O2 -fsanitize=dataflow %s -o %t.1
 * RUN: %t.1 > %t.expected
 * RUN: FileCheck %s --input-file=%t.expected
 * RUN: %clang -O2 -fsanitize=dataflow -fpass-plugin=%plugin %s -o %t.2
 * RUN: %t.2 > %t.output
 * RUN: cmp %t.expected %t.output
 * CHECK: stale 8
 * CHECK: 1: 0 0 0 0 0 0 16
 */
#include <sanitizer/dfsan_interface.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NOINLINE __attribute__((noinline))

static NOINLINE void dirty(size_t n) {
  char *p[8];
  for (int i = 0; i < 8; ++i) {
    p[i] = malloc(n);
    memset(p[i], 0xaa, n);
    dfsan_set_label(8, p[i], n);
    __asm__ volatile("" : : "r"(p[i]) : "memory");
  }
  for (int i = 0; i < 8; ++i)
    free(p[i]);
}

NOINLINE char *kept(size_t n, int turns) {
  char *p = malloc(n);
  if (!p)
    return NULL;
  for (int i = 0; i < turns; ++i)
    __asm__ volatile("" : : : "memory");
  memset(p, 0, n);
  return p;
}
NOINLINE char *loop(size_t n) {
  char *p = malloc(n);
  if (p)
    for (size_t i = 0; i < n; ++i)
      p[i] = 0;
  return p;
}
NOINLINE char *sized(size_t n) { return calloc(n, 4); }
NOINLINE char *small(void) { return calloc(1, 40); }
NOINLINE char *small_memset(void) {
  char *p = malloc(64);
  if (p)
    memset(p, 0, 64);
  return p;
}

static void labels(char *p, size_t n) {
  printf(" %d", dfsan_read_label(p, n));
  free(p);
}

int main(void) {
  char *p = malloc(10);
  dfsan_set_label(8, p, 10);
  printf("stale %d\n", dfsan_read_label(p, 10));
  free(p);
  for (size_t n = 1; n < 100000; n = n * 3 + 1) {
    dirty(n);
    dirty(n * 4);
    dirty(40);
    dirty(64);
    printf("%zu:", n);
    labels(kept(n, 2), n);
    labels(loop(n), n);
    labels(sized(n), n * 4);
    labels(small(), 40);
    labels(small_memset(), 64);
    size_t marked = n;
    dfsan_set_label(16, &marked, sizeof marked);
    p = sized(marked);
    printf(" %d", dfsan_get_label((long)p));
    p[0] += (char)marked;
    printf(" %d\n", dfsan_read_label(p, 1));
    free(p);
  }
  return 0;
}
