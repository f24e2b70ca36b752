/*===- heap_library.c - the size of the heap, by environment and by call ----===*
 *
 * ZEROPASS_HEAP and zp_heap_configure, for every allocator that can be told at
 * run time. Weak references: the allocator is known already, and what answers
 * to these names is then its own.
 *
 *===------------------------------------------------------------------------===*/
#include "allocator.h"
#include "entries.h"
#include "heap.h"
#include "settings.h"
#include <errno.h>
#include <string.h>
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

static enum zp_heap_result zp_heap_set(size_t initial, size_t increment) {
  switch (zp_allocator()) {
  case ZP_GLIBC:
    return ZP_FN(heap_of_glibc)(initial, increment);
  default:
    return ZP_HEAP_NO_KNOB;
  }
}

const char *ZP_FN(heap_take)(const char *name, const char *value) {
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
  switch (zp_heap_set(initial, increment)) {
  case ZP_HEAP_DONE:
    break;
  case ZP_HEAP_USERS:
    ZP_FN(say)
    ("%s: MALLOC_* or GLIBC_TUNABLES set some of the same, and hold; "
     "unset them",
     name);
    break;
  case ZP_HEAP_NO_MEMORY:
    ZP_FN(say)
    ("%s: the kernel refuses that much memory; give it less than %s", name,
     value);
    break;
  case ZP_HEAP_NO_KNOB:
    ZP_FN(say)
    ("%s: the allocator cannot be told at run time; use its own "
     "settings, or glibc's malloc",
     name);
    break;
  }
  return NULL;
}

ZP_ENTRY void ZP_FN(heap)(size_t initial, size_t increment) {
  if (!zp_heap_is_set)
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
  const int error = errno;
  enum zp_heap_result result = zp_heap_set(initial, increment);
  errno = error;
  return errors[result];
}
