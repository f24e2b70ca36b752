/* who-new.cpp in little, without a header of C++. */
#include "entries.h"
#include "new.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *_Znwm(size_t size);
void *_Znam(size_t size);
void *_ZnwmSt11align_val_t(size_t size, size_t align);
void _ZdlPv(void *p);
void _ZdlPvSt11align_val_t(void *p, size_t align);

static int bad;

static void look(const char *name, void *op) {
  static const char *const kinds[] = {"not asked", "any", "family", "malloc"};
  printf("%s: %s\n", name, kinds[zp_new_kind((uintptr_t)op)]);
}

static void check(char *p, size_t size) {
  for (size_t i = 0; i < size; ++i)
    bad |= p[i];
  memset(p, 0x5A, size);
}

int main(void) {
  for (int round = 0; round < 3; ++round)
    for (size_t size = 1; size < 20000000; size = 3 * size + 1) {
      char *p = ZP_FN(new_zalloc)(size, _Znwm);
      char *q = ZP_FN(new_zalloc)(size, _Znam);
      char *r = ZP_FN(new_zalloc_aligned)(size, 64, _ZnwmSt11align_val_t);
      check(p, size), check(q, size), check(r, size);
      _ZdlPv(p), _ZdlPv(q), _ZdlPvSt11align_val_t(r, 64);
    }
  look("new", _Znwm);
  look("new[]", _Znam);
  look("aligned new", _ZnwmSt11align_val_t);
  return bad;
}
