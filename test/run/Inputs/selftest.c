#include "../zt.h"

CASE void *rw_block(size_t n) {
  char *p = malloc(n);
  if (!p)
    return NULL;
  touch(NULL);
  memset(p, 0, n);
  return p;
}

CASE void *rw_small(void) { return calloc(1, 16); }

#ifdef NOT_REWRITTEN
CASE void *rw_partial(size_t n) {
  char *p = malloc(n + 1);
  if (p)
    memset(p, 0, n);
  return p;
}
#endif
#ifdef NOT_KEPT
CASE void *keep_nothing(void) { return calloc(1, 32); }
#endif
#ifdef IDLE
CASE void *rw_idle(void) { return calloc(1, 32); }
#endif

int main(void) {
  dirty(100);
  dirty(16);
#ifdef BLIND
  free(rw_block(100));
  free(rw_small());
  printf("nothing is read\n");
#else
#ifdef OTHER
  printf("other\n");
#endif
  finish("rw", rw_block(100), 100);
  finish("rw", rw_small(), 16);
#endif
#ifdef STATUS
  return 3;
#endif
  return 0;
}
