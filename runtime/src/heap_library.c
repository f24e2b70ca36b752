/*===- heap_library.c - the size of the heap, by environment and by call ---===*
 *
 * ZEROPASS_HEAP and zp_heap_configure, for every allocator that can be told at
 * run time. Weak references: the allocator is known already, and what answers
 * to these names is then its own.
 *
 *===----------------------------------------------------------------------===*/
#include "allocator.h"
#include "entries.h"
#include "heap.h"
#include "settings.h"
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>
#include <zeropass/zeropass.h>

/* The environment has been heard: what was compiled in has not the last word.
 */
static int zp_heap_is_set;

static const char zp_form[] =
    "give it INITIAL+INCREMENT, two sizes above 0, as in 512M+64M";

/* A number with K, M or G at `*text`, which goes behind it. 0: there is none;
 * SIZE_MAX: too large. */
static size_t zp_read_size(const char **text) {
  const char *t = *text;
  size_t bytes = 0;
  int shift = 0, too_large = 0;
  for (; *t >= '0' && *t <= '9'; ++t)
    too_large |= __builtin_mul_overflow(bytes, 10, &bytes) ||
                 __builtin_add_overflow(bytes, (size_t)(*t - '0'), &bytes);
  switch (*t) {
  case 'K':
  case 'k':
    shift = 10;
    break;
  case 'M':
  case 'm':
    shift = 20;
    break;
  case 'G':
  case 'g':
    shift = 30;
    break;
  }
  *text = t + (shift != 0);
  return too_large || bytes > PTRDIFF_MAX >> shift ? SIZE_MAX : bytes << shift;
}

static size_t zp_memory(void) {
  long pages = sysconf(_SC_PHYS_PAGES), bytes = sysconf(_SC_PAGESIZE);
  return pages > 0 && bytes > 0 ? (size_t)pages * (size_t)bytes : PTRDIFF_MAX;
}

/*--- jemalloc, mimalloc, tcmalloc ------------------------------------------*/

extern int mallctl(const char *name, void *old, size_t *old_size, void *value,
                   size_t size) __attribute__((weak));
extern int mi_reserve_os_memory(size_t bytes, bool commit, bool large)
    __attribute__((weak));

static int zp_user_has_set(const char *variable, const char *what) {
  const char *value = getenv(variable);
  return value && strstr(value, what);
}

/* What is freed stays, in the arenas there are and in those to come: jemalloc
 * gives blocks from 8 MB on back at once otherwise. An extent that has been
 * freed once, unwritten, is the initial heap. It has no steps to set. */
static enum zp_heap_result zp_heap_of_jemalloc(size_t initial) {
  static const char *const kinds[] = {"dirty", "muzzy"};
  enum zp_heap_result result = ZP_HEAP_DONE;
  ssize_t never = -1;
  unsigned arenas = 0;
  size_t size = sizeof arenas;
  if (!mallctl || mallctl("arenas.narenas", &arenas, &size, NULL, 0))
    return ZP_HEAP_NO_KNOB;
  for (int kind = 0; kind < 2; ++kind) {
    char name[64];
    snprintf(name, sizeof name, "%s_decay_ms", kinds[kind]);
    if (zp_user_has_set("MALLOC_CONF", name)) {
      result = ZP_HEAP_USERS;
      continue;
    }
    snprintf(name, sizeof name, "arenas.%s_decay_ms", kinds[kind]);
    if (mallctl(name, NULL, NULL, &never, sizeof never))
      return ZP_HEAP_NO_KNOB;
    for (unsigned i = 0; i < arenas; ++i) {
      snprintf(name, sizeof name, "arena.%u.%s_decay_ms", i, kinds[kind]);
      mallctl(name, NULL, NULL, &never, sizeof never); /* fails: not there */
    }
  }
  return ZP_FN(heap_obtain)(initial) ? result : ZP_HEAP_NO_MEMORY;
}

/* Blocks come from memory that was reserved, and stay in it when freed. It has
 * no steps to set either. It must have been called once: this may come before
 * its own constructor, without which it crashes. */
static enum zp_heap_result zp_heap_of_mimalloc(size_t initial) {
  if (!mi_reserve_os_memory)
    return ZP_HEAP_NO_KNOB;
  if (zp_user_has_set("MIMALLOC_RESERVE_OS_MEMORY", "") ||
      zp_user_has_set("MIMALLOC_RESERVE_HUGE_OS_PAGES", ""))
    return ZP_HEAP_USERS;
  void *p = malloc(1);
  __asm__ volatile("" : "+r"(p)); /* or the compiler drops the pair */
  free(p);
  return mi_reserve_os_memory(initial, true, false) ? ZP_HEAP_NO_MEMORY
                                                    : ZP_HEAP_DONE;
}

/* Keeps what is freed as it is, and gives it back slowly: only the environment
 * (TCMALLOC_RELEASE_RATE) and C++ can tell it otherwise. */
static enum zp_heap_result zp_heap_of_tcmalloc(size_t initial) {
  return ZP_FN(heap_obtain)(initial) ? ZP_HEAP_DONE : ZP_HEAP_NO_MEMORY;
}

static enum zp_heap_result zp_heap_of_known(size_t initial, size_t increment) {
  switch (zp_allocator()) {
  case ZP_GLIBC:
    return ZP_FN(heap_of_glibc)(initial, increment);
  case ZP_JEMALLOC:
    return zp_heap_of_jemalloc(initial);
  case ZP_MIMALLOC:
    return zp_heap_of_mimalloc(initial);
  case ZP_TCMALLOC:
    return zp_heap_of_tcmalloc(initial);
  default:
    return ZP_HEAP_NO_KNOB;
  }
}

/* Other allocators start on their first call, and leave errno as it comes. */
static enum zp_heap_result zp_heap_set(size_t initial, size_t increment) {
  const int error = errno;
  enum zp_heap_result result = zp_heap_of_known(initial, increment);
  errno = error;
  return result;
}

const char *ZP_FN(heap_take)(const char *name, const char *value) {
  static const char *const remedies[] = {
      [ZP_HEAP_USERS] =
          "the allocator's own variables set some of the same, "
          "and hold; unset MALLOC_*, GLIBC_TUNABLES or MIMALLOC_*",
      [ZP_HEAP_NO_MEMORY] =
          "the kernel refuses that much memory; give it a smaller one",
      [ZP_HEAP_NO_KNOB] = "the allocator has no such setting, or is not known; "
                          "use glibc's malloc"};
  const char *text = value;
  size_t initial = zp_read_size(&text);
  if (!initial || *text++ != '+')
    return zp_form;
  size_t increment = zp_read_size(&text);
  if (!increment || *text)
    return zp_form;
  if (initial > zp_memory() || increment > zp_memory())
    return "give it less than this machine has memory";
  zp_heap_is_set = 1;
  enum zp_heap_result result = zp_heap_set(initial, increment);
  if (result != ZP_HEAP_DONE)
    ZP_FN(say)("%s: %s", name, remedies[result]);
  return NULL;
}

/* main may call itself, and what the program has set by then holds. */
ZP_ENTRY void ZP_FN(heap)(size_t initial, size_t increment) {
  if (!__atomic_exchange_n(&zp_heap_is_set, 1, __ATOMIC_RELAXED))
    zp_heap_set(initial, increment);
}

ZP_ENTRY int zp_heap_configure(size_t initial, size_t increment) {
  static const int errors[] = {[ZP_HEAP_DONE] = 0,
                               [ZP_HEAP_USERS] = EPERM,
                               [ZP_HEAP_NO_MEMORY] = ENOMEM,
                               [ZP_HEAP_NO_KNOB] = ENOTSUP};
  if (!initial || !increment || initial > PTRDIFF_MAX ||
      increment > PTRDIFF_MAX)
    return EINVAL;
  if (initial > zp_memory() || increment > zp_memory())
    return ENOMEM;
  return errors[zp_heap_set(initial, increment)];
}
