/* user-main.c without the attempts that a sanitizer's allocator reports. */
#include "../../run/zt.h"
#include "../../run/Inputs/user.h"

int main(void) {
  FOR_SIZES(n) {
    char *a, *b;
    dirty(n);
    finish("fixed", rw_fixed(n, 1), n);
    finish("sized_calloc", rw_sized_calloc(n, 3), n * 3);
    finish("loop", rw_loop(n), n * 4);
    finish("folded", rw_folded(n), n);
    if (rw_pair(n, &a, &b) == 0) {
      finish("pair", a, n);
      finish("pair", b, n * 2);
    }
    finish("again", rw_again(n), n * 8);
    finish("partial", keep_partial(n), n + 1);
  }
  finish("small_24", rw_small_24(), 24);
  finish("small_100", rw_small_100(), 100);
  finish("small_512", rw_small_512(), 512);
  finish("small_1000", rw_small_1000(), 1000);
  finish("all_set", rw_all_set(3), 16);
  finish("large", rw_large(1), LARGE);
  return 0;
}
