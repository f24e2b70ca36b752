/* Out of memory: rewritten code sees NULL where the original did, with errno as
 * the original's, and goes on when memory is there again. */
// RUN: %compare %s
// RUN: %compare %s --perturb-only --link=-static -- -O2 -fno-pie -no-pie
// RUN: %compare %s --perturb-only -- -O3 -march=native -D_FORTIFY_SOURCE=3
#include "zt.h"
#include <sys/resource.h>

CASE void *rw_folded(size_t n) {
  void *p = malloc(n);
  if (p)
    memset(p, 0, n);
  return p;
}

CASE void *rw_kept_by_clang(size_t n, int turns) {
  char *p = malloc(n);
  if (!p)
    return NULL;
  for (int i = 0; i < turns; ++i)
    touch(NULL);
  memset(p, 0, n);
  return p;
}

CASE void *rw_calloc(size_t n, size_t size) { return calloc(n, size); }

CASE int *rw_loop(size_t n) {
  int *p = malloc(n * sizeof *p);
  if (!p)
    return NULL;
  for (size_t i = 0; i < n; ++i)
    p[i] = ZERO;
  return p;
}

CASE void *rw_large_constant(int turns) {
  char *p = malloc(3 << 20);
  if (!p)
    return NULL;
  for (int i = 0; i < turns; ++i)
    touch(NULL);
  memset(p, 0, 3 << 20);
  return p;
}

struct block {
  struct block *next;
  char rest[1000];
};
CASE struct block *rw_small(void) { return calloc(1, sizeof(struct block)); }
CASE struct block *rw_small_checked(void) {
  struct block *b = malloc(sizeof *b);
  if (b == NULL) {
    ++errno;
    return NULL;
  }
  memset(b, 0, sizeof *b);
  return b;
}

CASE int rw_pair(size_t n, size_t m) {
  char *a = malloc(n), *b = malloc(m);
  int result = -1;
  if (!a || !b)
    goto out;
  memset(a, 0, n);
  memset(b, 0, m);
  touch(a);
  touch(b);
  result = a[n - 1] + b[m - 1];
out:
  free(a);
  free(b);
  return result;
}

static void attempt(const char *name, void *p) {
  int error = errno;
  printf("%s: %s %s\n", name, p ? "block" : "null",
         error == ENOMEM ? "ENOMEM" : error ? "other" : "0");
  free(p);
  errno = 0;
}

static void all(size_t n) {
  attempt("folded", rw_folded(n));
  attempt("kept_by_clang", rw_kept_by_clang(n, 2));
  attempt("calloc 1", rw_calloc(1, n));
  attempt("calloc 2", rw_calloc(n / 16 + 1, 16));
  attempt("loop", (void *)rw_loop(n / 4));
  printf("pair %d", rw_pair(n, 10));
  printf(" %d\n", rw_pair(10, n));
  errno = 0;
}

/* Small blocks until there are no more. */
static void exhaust(struct block *(*get)(void)) {
  struct block *all = NULL, *b;
  unsigned wrong = 0;
  while ((b = get())) {
    for (size_t i = 0; i < sizeof b->rest; i += 37)
      wrong += b->rest[i] != 0;
    wrong += b->next != NULL;
    memset(b, 0x6b, sizeof *b);
    b->next = all;
    all = b;
  }
  int error = errno;
  while ((b = all)) {
    all = b->next;
    free(b);
  }
  printf("exhausted: errno %d, %u wrong\n", error - ENOMEM, wrong);
  errno = 0;
}

int main(void) {
  setvbuf(stdout, NULL, _IONBF, 0);
  size_t most = opaque((size_t)-1);
  all(most);
  all(most / 2 + 1);
  all(most / 2);
  all((size_t)1 << 47);
  attempt("overflow", rw_calloc(most, 2));
  attempt("overflow", rw_calloc((size_t)1 << 32, (size_t)1 << 32));

  struct rlimit old, tight = {24 << 20, 24 << 20};
  getrlimit(RLIMIT_AS, &old);
  tight.rlim_max = old.rlim_max;
  setrlimit(RLIMIT_AS, &tight);
  all((size_t)100 << 20);
  all((size_t)23 << 20);
  void *hold[8];
  for (int i = 0; i < 8; ++i)
    hold[i] = rw_large_constant(1);
  attempt("large_constant", rw_large_constant(1));
  for (int i = 0; i < 8; ++i)
    free(hold[i]);
  errno = 0;
  exhaust(rw_small);
  exhaust(rw_small_checked);
  setrlimit(RLIMIT_AS, &old);
  all(5 << 20);
  finish("again", rw_calloc(1000, 3), 3000);
  finish("again", rw_small(), sizeof(struct block));
  return 0;
}
