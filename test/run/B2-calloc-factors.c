/* Row B2: calloc of factors that only the run knows, overflow included. */
// RUN: %compare %s %preload --expect "SizedCalloc>=5"
#include "zt.h"

CASE void *rw_both(size_t n, size_t size) { return calloc(n, size); }
CASE void *rw_count(size_t n) { return calloc(n, 24); }
CASE void *rw_bytes(size_t n) { return calloc(1, n); }
CASE void *rw_other_order(size_t n) { return calloc(sizeof(double), n); }
CASE void *rw_int(int n) { return calloc(n, sizeof(int)); }

/* The product overflows whatever the run says: the C library's own affair. */
CASE void *keep_always_too_large(void) {
  return calloc((size_t)-1 / 4, 16);
}

static void attempt(const char *name, size_t n, size_t size) {
  errno = 0;
  void *p = rw_both(n, size);
  printf("%s %s %s\n", name, p ? "block" : "null",
         errno == ENOMEM ? "ENOMEM" : errno ? "other" : "0");
  free(p);
}

int main(void) {
  FOR_SIZES(n) {
    if (n > 200000)
      break;
    dirty(n);
    dirty(n * 24);
    finish("both", rw_both(n, 3), n * 3);
    finish("one of", rw_both(1, n), n);
    finish("count", rw_count(n), n * 24);
    finish("bytes", rw_bytes(n), n);
    finish("other_order", rw_other_order(n), n * 8);
    finish("int", rw_int((int)n), n * 4);
  }
  size_t most = opaque((size_t)-1);
  attempt("wraps to 0", (size_t)1 << 63, 2);
  attempt("wraps to 16", ((size_t)1 << 60) + 1, 16);
  attempt("wraps to 1", most, most);
  attempt("all", most, 1);
  attempt("half", most / 2, 1);
  attempt("more than half", most / 2 + 1, 1);
  attempt("2^62", (size_t)1 << 31, (size_t)1 << 31);
  attempt("nothing", 0, 8);
  attempt("of nothing", 8, 0);
  attempt("nothing of much", 0, most);
  attempt("negative count", (size_t)(ptrdiff_t)-1, 4);
  errno = 0;
  printf("%d", rw_int(-1) == NULL);
  printf("%d", keep_always_too_large() == NULL);
  printf(" %d\n", errno);
  return 0;
}
