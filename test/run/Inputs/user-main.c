/* The half of the program that measures, grows and frees the blocks. It is
 * compiled with the plugin in some tests and without in others. */
#include "../zt.h"
#include "user.h"

static void attempt(const char *name, void *p) {
  printf("%s %s %s\n", name, p ? "block" : "null",
         errno == ENOMEM ? "ENOMEM" : errno ? "other" : "0");
  free(p);
  errno = 0;
}

/* LLVM holds that calloc leaves errno alone, and in a link-time optimisation
 * reads it from before the call, with or without the plugin. */
static void *by_calloc(void *p) {
  touch(p);
  return p;
}

int main(void) {
  for (int i = 0; i < 3; ++i) {
    FOR_SIZES(n) {
      if (n > 140000)
        break;
      dirty(n);
      dirty(n * 4);
      finish("fixed", rw_fixed(n, i), n);
      finish("sized_calloc", rw_sized_calloc(n, 3), n * 3);
      finish("loop", rw_loop(n), n * 4);
      finish("folded", rw_folded(n), n);
      char *a, *b;
      if (rw_pair(n, &a, &b) == 0) {
        finish("pair", a, n);
        finish("pair", b, n * 2);
      }
      finish("again", rw_again(n), n * 8);
      finish("partial", keep_partial(n), n + 1);
    }
    dirty(24);
    dirty(100);
    dirty(512);
    dirty(1000);
    finish("small_24", rw_small_24(), 24);
    finish("small_100", rw_small_100(), 100);
    finish("small_512", rw_small_512(), 512);
    finish("small_1000", rw_small_1000(), 1000);
    finish("all_set", rw_all_set(i), 16);
    finish("large", rw_large(i), LARGE);
  }
  errno = 0;
  size_t most = opaque((size_t)-1);
  attempt("fixed", rw_fixed(most, 1));
  attempt("fixed", rw_fixed(most / 2, 1));
  attempt("folded", by_calloc(rw_folded(most)));
  attempt("loop", (void *)rw_loop(most / 4));
  attempt("product", by_calloc(rw_sized_calloc(most / 2, 3)));
  attempt("product", by_calloc(rw_sized_calloc((size_t)1 << 62, 4)));
  attempt("again", (void *)rw_again((size_t)1 << 61));
  attempt("zero", rw_fixed(opaque(0), 1));
  attempt("zero", rw_sized_calloc(opaque(0), 8));
  return 0;
}
