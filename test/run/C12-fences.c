/* Row C12: fences and other threads' synchronisation between allocation and
 * zeroing; setjmp; tail calls. */
// RUN: %compare %s %preload --counted no
#include "zt.h"
#include <setjmp.h>
#include <stdatomic.h>

atomic_int flag;
_Atomic(char *) mailbox;

CASE void *fence_between(size_t n) {
  char *p = malloc(n);
  if (!p)
    return NULL;
  atomic_thread_fence(memory_order_seq_cst);
  memset(p, 0, n);
  return p;
}

CASE void *atomic_between(size_t n) {
  char *p = malloc(n);
  if (!p)
    return NULL;
  atomic_fetch_add(&flag, 1);
  memset(p, 0, n);
  atomic_store(&mailbox, p);
  return p;
}

/* Published by a release store: whoever reads the mailbox may write. */
CASE void *keep_published_atomically(size_t n) {
  char *p = malloc(n);
  if (!p)
    return NULL;
  p[0] = 4;
  atomic_store(&mailbox, p);
  atomic_fetch_add(&flag, atomic_load(&mailbox)[0]);
  memset(p, 0, n);
  return p;
}

jmp_buf place;
static __attribute__((noinline)) void jump(char *p, size_t n) {
  memset(p, 8, n);
  touch(p);
  longjmp(place, 1);
}

/* The second return finds the block written. */
CASE void *keep_setjmp(size_t n) {
  char *volatile kept = malloc(n);
  if (!kept)
    return NULL;
  char *p = kept;
  if (setjmp(place) == 0) {
    memset(p, 0, n);
    jump(p, n);
  }
  p = kept;
  p[0] = 1;
  memset(p, 0, n);
  return p;
}

static __attribute__((noinline)) void *zeroed_by(char *p, size_t n) {
  return p ? memset(p, 0, n) : NULL;
}
CASE void *tail_call(size_t n) { return zeroed_by(malloc(n), n); }

int main(void) {
  FOR_SIZES(n) {
    if (n > 65536)
      break;
    dirty(n);
    finish("fence_between", fence_between(n), n);
    finish("atomic_between", atomic_between(n), n);
    finish("published_atomically", keep_published_atomically(n), n);
    finish("setjmp", keep_setjmp(n), n);
    finish("tail_call", tail_call(n), n);
  }
  printf("%d\n", atomic_load(&flag));
  return 0;
}
