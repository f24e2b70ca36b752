/* Row C9: the compiler says that malloc is not the C library's; optnone. */
// RUN: %compare %s --no-names --counted no --sabotage no --perturb-only --expect "Passed==0" -- -O2 -fno-builtin
// RUN: %compare %s --no-names --counted no --sabotage no --perturb-only --expect "Passed==0" -- -O2 -ffreestanding
// RUN: %compare %s --no-names --counted no --sabotage no --perturb-only --expect "Passed==0" -- -O2 -fno-builtin-malloc -fno-builtin-calloc
// RUN: %compare %s --no-names --counted no --sabotage no --expect "Passed==0" -- -O2 -fno-builtin-calloc
// RUN: %compare %s --no-names --counted no --sabotage no --perturb-only --expect "Passed==0" -- -O0
// RUN: %compare %s %preload -- -O2
#include "zt.h"

CASE void *rw_memset(size_t n) {
  void *p = malloc(n);
  if (p)
    memset(p, 0, n);
  return p;
}

CASE void *rw_calloc(size_t n) { return calloc(n, 2); }
CASE void *rw_small(void) { return calloc(1, 40); }
CASE void *rw_small_memset(void) {
  void *p = malloc(40);
  if (p)
    memset(p, 0, 40);
  return p;
}

CASE __attribute__((optnone)) void *keep_optnone(size_t n) {
  void *p = malloc(n);
  if (p)
    memset(p, 0, n);
  return p;
}

CASE __attribute__((annotate("zeropass:keep"))) void *keep_annotated(size_t n) {
  void *p = malloc(n);
  if (p)
    memset(p, 0, n);
  return p;
}

CASE __attribute__((no_builtin)) void *keep_function_no_builtin(size_t n) {
  void *p = malloc(n);
  if (p)
    memset(p, 0, n);
  return p;
}

int main(void) {
  FOR_SIZES(n) {
    if (n > 200000)
      break;
    dirty(n);
    dirty(n * 2);
    dirty(40);
    finish("memset", rw_memset(n), n);
    finish("calloc", rw_calloc(n), n * 2);
    finish("small", rw_small(), 40);
    finish("small_memset", rw_small_memset(), 40);
    finish("optnone", keep_optnone(n), n);
    finish("annotated", keep_annotated(n), n);
    finish("function_no_builtin", keep_function_no_builtin(n), n);
  }
  return 0;
}
