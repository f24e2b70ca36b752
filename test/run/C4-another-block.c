/* Row C4: the zeroed pointer may be another block than the fresh one. */
// RUN: %compare %s %preload --counted no
#include "zt.h"

struct node {
  struct node *next;
  char data[200];
};
struct node *free_list;

CASE struct node *keep_free_list(void) {
  struct node *x = free_list;
  if (x)
    free_list = x->next;
  else if (!(x = malloc(sizeof *x)))
    return NULL;
  memset(x, 0, sizeof *x);
  return x;
}

CASE void *keep_given_or_fresh(void *given, size_t n) {
  void *p = given ? given : malloc(n);
  if (!p)
    return NULL;
  memset(p, 0, n);
  return p;
}

CASE void *keep_recycled(char *old, size_t old_size, size_t n) {
  char *p = old;
  if (old_size < n) {
    free(old);
    p = malloc(n);
    if (!p)
      return NULL;
  }
  memset(p, 0, n);
  return p;
}

CASE void *keep_realloc(char *old, size_t n, int grow) {
  char *p = old;
  if (grow)
    p = realloc(old, n);
  if (!p)
    return NULL;
  memset(p, 0, n);
  return p;
}

CASE void *keep_one_of_two(size_t n, int which, void **other) {
  char *a = malloc(n), *b = malloc(n);
  if (!a || !b)
    abort();
  memset(a, 3, n);
  memset(b, 4, n);
  touch(a);
  touch(b);
  char *p = which ? a : b;
  memset(p, 0, n);
  *other = which ? b : a;
  return p;
}

/* The other block of two is zeroed. */
CASE void *other_of_two(size_t n, void **other) {
  char *a = malloc(n), *b = malloc(n);
  if (!a || !b)
    abort();
  memset(a, 5, n);
  memset(b, 0, n);
  *other = b;
  return a;
}

int main(void) {
  for (int i = 0; i < 30; ++i) {
    struct node *x = keep_free_list();
    show("node", x, sizeof *x);
    memset(x, 0x77, sizeof *x);
    if (i % 3 == 2) {
      finish("node", x, sizeof *x);
    } else {
      x->next = free_list;
      free_list = x;
    }
  }
  FOR_SIZES(n) {
    if (n > 65536)
      break;
    dirty(n);
    char *mine = malloc(n);
    memset(mine, 9, n);
    touch(mine);
    finish("given", keep_given_or_fresh(mine, n), n);
    finish("fresh", keep_given_or_fresh(NULL, n), n);
    mine = malloc(n);
    memset(mine, 9, n);
    touch(mine);
    finish("recycled", keep_recycled(mine, n, n), n);
    finish("replaced", keep_recycled(malloc(1), 0, n), n);
    mine = malloc(n);
    memset(mine, 9, n);
    touch(mine);
    finish("not grown", keep_realloc(mine, n, 0), n);
    finish("grown", keep_realloc(malloc(1), n, 1), n);
    for (int which = 0; which < 2; ++which) {
      void *other;
      finish("one_of_two", keep_one_of_two(n, which, &other), n);
      finish(" the other", other, n);
    }
    void *other;
    finish("other_of_two", other_of_two(n, &other), n);
    finish(" the other", other, n);
  }
  return 0;
}
