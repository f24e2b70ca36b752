/* Row A3: several mallocs, one joint check or cleanup path, then memsets. */
// RUN: %compare %s %preload --expect "Passed>=8"
#include "zt.h"

struct trio {
  char *a;
  short *b;
  double *c;
};

CASE int rw_two(struct trio *t, size_t n) {
  t->b = NULL;
  t->a = malloc(n);
  t->c = malloc(n * 8);
  if (!t->a || !t->c) {
    free(t->a);
    free(t->c);
    return -1;
  }
  memset(t->a, 0, n);
  memset(t->c, 0, n * 8);
  return 0;
}

CASE int rw_three_locals(struct trio *t, size_t n) {
  char *a = malloc(n);
  short *b = malloc(n * 2);
  double *c = malloc(n * 8);
  if (a == NULL || b == NULL || c == NULL)
    goto fail;
  memset(a, 0, n);
  memset(b, 0, n * sizeof *b);
  memset(c, 0, n * sizeof *c);
  t->a = a;
  t->b = b;
  t->c = c;
  return 0;
fail:
  free(c);
  free(b);
  free(a);
  return -1;
}

CASE int rw_cleanup_ladder(struct trio *t, size_t n) {
  t->a = malloc(n);
  if (!t->a)
    goto no_a;
  t->b = malloc(n * 2);
  if (!t->b)
    goto no_b;
  t->c = malloc(n * 8);
  if (!t->c)
    goto no_c;
  memset(t->a, 0, n);
  memset(t->b, 0, n * 2);
  memset(t->c, 0, n * 8);
  return 0;
no_c:
  free(t->b);
no_b:
  free(t->a);
no_a:
  return -1;
}

static void release(struct trio *t, size_t n) {
  finish(" a", t->a, n);
  if (t->b)
    finish(" b", t->b, n * 2);
  finish(" c", t->c, n * 8);
}

int main(void) {
  struct trio t;
  FOR_SIZES(n) {
    if (n > 200000)
      break;
    dirty(n);
    dirty(n * 2);
    dirty(n * 8);
    if (rw_two(&t, n) == 0)
      release(&t, n);
    if (rw_three_locals(&t, n) == 0)
      release(&t, n);
    if (rw_cleanup_ladder(&t, n) == 0)
      release(&t, n);
  }
  /* Too large for any of them: the cleanup paths. */
  size_t huge = opaque((size_t)1 << 60);
  printf("%d", rw_two(&t, huge));
  printf("%d", rw_three_locals(&t, huge));
  printf("%d\n", rw_cleanup_ladder(&t, huge));
  return 0;
}
