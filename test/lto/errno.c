/* A full LTO link with the plugin infers the attributes of a function after its
 * zeroing has gone: the caller must read errno again all the same.
 *
 * REQUIRES: lld
 * RUN: %clang -O2 -flto=full %s -o %t.1 -fuse-ld=lld
 * RUN: %t.1 | %FileCheck %s
 * RUN: %clang -O2 -flto=full %s -o %t.2 -fuse-ld=lld \
 * RUN:   -Wl,--load-pass-plugin=%plugin
 * RUN: %t.2 | %FileCheck %s
 * RUN: %zpcc -flto=full %s -o %t.3 -fuse-ld=lld -Wl,--load-pass-plugin=%plugin
 * RUN: %t.3 | %FileCheck %s
 * RUN: llvm-nm %t.2 | %FileCheck %s --check-prefix=REWRITTEN
 * CHECK: null, out of memory
 * REWRITTEN: __zp1_
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

__attribute__((noinline, used)) int *zeroed(size_t n) {
  int *p = malloc(n * sizeof *p);
  if (!p)
    return NULL;
  for (size_t i = 0; i < n; ++i)
    p[i] = 0;
  return p;
}

int main(int argc, char **argv) {
  (void)argv;
  size_t n = (size_t)-1 / 8 - (size_t)argc;
  errno = 0;
  int *p = zeroed(n);
  printf("%s, %s\n", p ? "block" : "null",
         errno == ENOMEM ? "out of memory" : "no error");
  free(p);
  return 0;
}
