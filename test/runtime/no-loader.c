/* A C library without _dl_find_object: nothing is found out about an operator,
 * which is called each time; errno is where musl says it is.
 *
 * REQUIRES: musl-gcc
 * RUN: %clang -O2 -fPIC -c -x ir %bodies -o %t.o
 * RUN: musl-gcc -O2 %embedded %s %t.o -o %t
 * RUN: %t
 * RUN: musl-gcc -O2 -static %embedded %s %t.o -o %t.static
 * RUN: %t.static
 */
#include "entries.h"
#include "new.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { SMALL = 100000, LARGE = 20000000 };

static int calls;

static void *new_by_malloc(size_t size) {
  ++calls;
  return malloc(size);
}

static int is_not_zero(const char *p, size_t from, size_t to) {
  while (from < to && !p[from])
    ++from;
  return from != to;
}

int main(void) {
  int bad = 0;
  for (int i = 0; i < 3; ++i) {
    char *p = ZP_FN(new_zalloc)(SMALL, new_by_malloc);
    bad |= is_not_zero(p, 0, SMALL);
    memset(p, 1, SMALL);
    p = ZP_FN(rezalloc)(p, SMALL, LARGE);
    bad |= p[0] != 1 || p[SMALL - 1] != 1 || is_not_zero(p, SMALL, LARGE);
    errno = 0;
    bad |= ZP_FN(rezallocarray)(p, 1, SIZE_MAX, 16) || errno != ENOMEM;
    memset(p, 1, LARGE);
    free(p);
  }
  return bad || calls != 3 ||
         zp_new_kind((uintptr_t)new_by_malloc) != ZP_NEW_ANY;
}
