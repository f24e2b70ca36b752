/*===- counted.c - allocation that keeps count of its bytes ----------------===*
 *
 * For garbage collectors and just-in-time compilers, which steer by the bytes
 * that live. The caller gives the size back on release, so a block carries
 * nothing, and the uncounted functions know nothing of this.
 *
 * live is one number that every thread adds to: each of its values is seen by
 * the thread that made it, so peak is the exact maximum. A block is counted
 * when it is there and until just before it goes, so live never says too much.
 *
 *===----------------------------------------------------------------------===*/
#include "entries.h"
#include "stats.h"
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <zeropass/zeropass.h>

static uint64_t zp_live, zp_peak, zp_total;

/* No live exceeds it: none is set. */
static const uint64_t zp_no_budget = UINT64_MAX;
static uint64_t zp_budget = UINT64_MAX;

/* The lock is for the three that belong together, taken when a budget is set or
 * passed; held in fork, so that it is free in the child. */
static pthread_mutex_t zp_budget_lock = PTHREAD_MUTEX_INITIALIZER;
static void (*zp_hook)(void *data, uint64_t live);
static void *zp_hook_data;

static void zp_lock_budget(void) { pthread_mutex_lock(&zp_budget_lock); }
static void zp_unlock_budget(void) { pthread_mutex_unlock(&zp_budget_lock); }

ZP_SLOW static void zp_pass_budget(uint64_t live) {
  zp_lock_budget();
  void (*hook)(void *, uint64_t) = NULL;
  void *data = zp_hook_data;
  if (live > zp_budget) {
    hook = zp_hook;
    __atomic_store_n(&zp_budget, zp_no_budget, __ATOMIC_RELAXED);
  }
  zp_unlock_budget();
  if (hook) {
    const int error = errno;
    hook(data, live);
    errno = error;
  }
}

static void *zp_count(void *p, uint64_t more) {
  const uint64_t live = __atomic_add_fetch(&zp_live, more, __ATOMIC_RELAXED);
  uint64_t peak = __atomic_load_n(&zp_peak, __ATOMIC_RELAXED);
  while (live > peak &&
         !__atomic_compare_exchange_n(&zp_peak, &peak, live, 1,
                                      __ATOMIC_RELAXED, __ATOMIC_RELAXED))
    ;
  __atomic_fetch_add(&zp_total, more, __ATOMIC_RELAXED);
  if (live > __atomic_load_n(&zp_budget, __ATOMIC_RELAXED))
    zp_pass_budget(live);
  return p;
}

static void zp_uncount(uint64_t less) {
  __atomic_fetch_sub(&zp_live, less, __ATOMIC_RELAXED);
}

/* A block that is new, or null. */
static void *zp_count_new(void *p, uint64_t bytes) {
  zp_stats_call(ZP_V_COUNTED, p, bytes);
  return p ? zp_count(p, bytes) : NULL;
}

/* A block that has been resized, or null. */
static void *zp_count_resized(void *p, size_t old, size_t size) {
  zp_stats_call(ZP_V_COUNTED, p, size);
  if (p && size > old)
    return zp_count(p, size - old);
  if (p)
    zp_uncount(old - size);
  return p;
}

ZP_ENTRY void *zp_counted_malloc(size_t size) {
  return zp_count_new(malloc(size), size);
}

ZP_ENTRY void *zp_counted_zalloc(size_t size) {
  zp_stats_mute();
  void *p = ZP_FN(zalloc)(size);
  zp_stats_unmute();
  return zp_count_new(p, size);
}

ZP_ENTRY void *zp_counted_calloc(size_t n, size_t size) {
  zp_stats_mute();
  void *p = ZP_FN(calloc)(n, size);
  zp_stats_unmute();
  return zp_count_new(p, p ? n * size : SIZE_MAX);
}

ZP_ENTRY void zp_counted_free(void *p, size_t size) {
  if (p)
    zp_uncount(size);
  free(p);
}

ZP_ENTRY void *zp_counted_realloc(void *p, size_t old, size_t size) {
  if (!p)
    return zp_counted_malloc(size);
  if (!size) {
    zp_counted_free(p, old);
    return NULL;
  }
  return zp_count_resized(realloc(p, size), old, size);
}

ZP_ENTRY void *zp_counted_rezalloc(void *p, size_t old, size_t size) {
  if (!p)
    return zp_counted_zalloc(size);
  if (!size) {
    zp_counted_free(p, old);
    return NULL;
  }
  zp_stats_mute();
  void *q = ZP_FN(rezalloc)(p, old, size);
  zp_stats_unmute();
  return zp_count_resized(q, old, size);
}

ZP_ENTRY void zp_counted_get(struct zp_counted *counts) {
  counts->total = __atomic_load_n(&zp_total, __ATOMIC_RELAXED);
  counts->live = __atomic_load_n(&zp_live, __ATOMIC_RELAXED);
  counts->peak = __atomic_load_n(&zp_peak, __ATOMIC_RELAXED);
  /* A thread may be about to say so, or to add to the total. */
  if (counts->peak < counts->live)
    counts->peak = counts->live;
  if (counts->total < counts->peak)
    counts->total = counts->peak;
}

ZP_ENTRY void zp_counted_budget(uint64_t budget,
                                void (*hook)(void *data, uint64_t live),
                                void *data) {
  static int held_in_fork;
  zp_lock_budget();
  if (!held_in_fork)
    held_in_fork =
        !pthread_atfork(zp_lock_budget, zp_unlock_budget, zp_unlock_budget);
  zp_hook = hook;
  zp_hook_data = data;
  __atomic_store_n(&zp_budget, hook ? budget : zp_no_budget, __ATOMIC_RELAXED);
  zp_unlock_budget();
}
