/* Many threads run rewritten code for the first time at once: who finds out
 * which allocator there is, and the counts of a counting build. */
// RUN: %compare %s %preload -- -O2 -pthread
// RUN: %compare %s --perturb-only --counted no --options count -- -O2 -pthread
#include "zt.h"
#include <pthread.h>

enum { THREADS = 8, TURNS = 300 };

CASE void *rw_block(size_t n) {
  char *p = malloc(n);
  if (!p)
    return NULL;
  touch(NULL);
  memset(p, 0, n);
  return p;
}
CASE void *rw_calloc(size_t n) { return calloc(n, 4); }
CASE void *rw_small(void) { return calloc(1, 56); }

static pthread_barrier_t start;

static void *work(void *arg) {
  uintptr_t bad = (uintptr_t)arg;
  pthread_barrier_wait(&start);
  for (size_t i = 1; i <= TURNS; ++i) {
    size_t n = i * 37 % 3000 + 1;
    char *block[3] = {rw_block(n), rw_calloc(n), rw_small()};
    size_t bytes[3] = {n, n * 4, 56};
    for (int k = 0; k < 3; ++k) {
      for (size_t at = 0; at < bytes[k]; ++at)
        bad += block[k][at] != ZERO;
      memset(block[k], 0xee, bytes[k]);
      touch(block[k]);
      free(block[k]);
    }
  }
  return (void *)bad;
}

int main(void) {
  pthread_t thread[THREADS];
  uintptr_t bad = 0;
  pthread_barrier_init(&start, NULL, THREADS);
  for (int i = 0; i < THREADS; ++i)
    pthread_create(&thread[i], NULL, work, NULL);
  for (int i = 0; i < THREADS; ++i) {
    void *result;
    pthread_join(thread[i], &result);
    bad += (uintptr_t)result;
  }
  printf("%lu wrong bytes\n", (unsigned long)bad);
  return 0;
}
