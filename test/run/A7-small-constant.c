/* Rows A7 and B1: small constant sizes, written as malloc and memset (which
 * clang makes calloc) and as calloc. */
// RUN: %compare %s %preload %memcheck --expect "InlineZeroing>=50"
// RUN: %compare %s --perturb-only --counted no --sabotage no -- -O3 -march=native
// RUN: %compare %s --perturb-only --sabotage no --no-names --counted no --options inline-limit=0 --expect "InlineZeroing==0"
// RUN: %compare %s --perturb-only --sabotage no --counted no --no-names --options inline-limit=4096 --expect "InlineZeroing>=60"
#include "zt.h"

/* One store: what clang alone makes of it is as good. */
#define FOR_ONE_STORE(X) X(1) X(2) X(4) X(8)
#define FOR_EACH(X)                                                            \
  X(3) X(5) X(7) X(9) X(15) X(16) X(17) X(24) X(31) X(32)                      \
  X(33) X(40) X(48) X(63) X(64) X(65) X(100) X(128) X(200) X(255) X(256)       \
  X(257) X(500) X(512) X(1000) X(1023) X(1024)

#define MEMSET(name, n)                                                        \
  CASE void *name(void) {                                                      \
    void *p = malloc(n);                                                       \
    if (p)                                                                     \
      memset(p, 0, n);                                                         \
    return p;                                                                  \
  }
#define BY_ONE_STORE(n) MEMSET(one_store_##n, n)
#define BY_MEMSET(n) MEMSET(rw_memset_##n, n)
#define BY_CALLOC(n)                                                           \
  CASE void *rw_calloc_##n(void) { return calloc(1, n); }
FOR_EACH(BY_MEMSET)
FOR_EACH(BY_CALLOC)
FOR_ONE_STORE(BY_ONE_STORE)
FOR_ONE_STORE(BY_CALLOC)

CASE void *rw_two_factors(void) { return calloc(6, 7); }

CASE int *rw_null_checked(void) {
  int *p = calloc(5, sizeof *p);
  if (p == NULL) {
    perror("calloc");
    exit(2);
  }
  p[2] = 9;
  return p;
}

CASE char *rw_if_there(void) {
  char *p = calloc(1, 33);
  if (p)
    p[32] += 4;
  return p;
}

struct node {
  struct node *next;
  int value;
  char name[20];
};

CASE struct node *rw_list(int n) {
  struct node *head = NULL;
  for (int i = 0; i < n; ++i) {
    struct node *x = calloc(1, sizeof *x);
    if (!x)
      break;
    x->next = head;
    x->value += i;
    head = x;
  }
  return head;
}

/* Just above the limit, and nothing at all: not inline. */
CASE void *keep_over_limit(void) { return calloc(1, 1025); }
CASE void *keep_nothing(void) { return calloc(0, 8); }

int main(void) {
  for (int turn = 0; turn < 2; ++turn) {
    for (size_t n = 1; n < 1100; n += n < 70 ? 1 : 16)
      dirty(n);
#define RUN_ONE(n)                                                             \
  finish("memset " #n, one_store_##n(), n);                                    \
  finish("calloc " #n, rw_calloc_##n(), n);
    FOR_ONE_STORE(RUN_ONE)
#define RUN(n)                                                                 \
  finish("memset " #n, rw_memset_##n(), n);                                    \
  finish("calloc " #n, rw_calloc_##n(), n);
    FOR_EACH(RUN)
    finish("two_factors", rw_two_factors(), 42);
    finish("null_checked", rw_null_checked(), 20);
    finish("if_there", rw_if_there(), 33);
    for (struct node *x = rw_list(9), *next; x; x = next) {
      next = x->next;
      x->next = NULL;
      finish("node", x, sizeof *x);
    }
    finish("over_limit", keep_over_limit(), 1025);
    free(keep_nothing());
  }
  return 0;
}
