/*===- heap.c - the size of glibc's heap -----------------------------------===*
 *
 * What mallopt sets, where the user has not set it: how much the heap grows at
 * a time, that it keeps what is freed, and that all blocks come from it. glibc
 * has blocks beyond 32 MB mapped whatever the threshold is, unless no mapping
 * is allowed at all.
 *
 * mallopt is no name of the C standard's: it is called where it is proven to be
 * glibc's own, and that malloc is.
 *
 *===----------------------------------------------------------------------===*/
#include "heap.h"
#include "allocator.h"
#include "entries.h"
#include "libc.h"
#include "os.h"

extern int mallopt(int knob, int value) __attribute__((weak));
extern int malloc_info(int options, void *stream) __attribute__((weak));

enum zp_knob { ZP_TOP_PAD, ZP_TRIM, ZP_MMAP_THRESHOLD, ZP_MMAP_MAX, ZP_KNOBS };

/* mallopt's numbers. */
enum {
  ZP_M_TRIM_THRESHOLD = -1,
  ZP_M_TOP_PAD = -2,
  ZP_M_MMAP_THRESHOLD = -3,
  ZP_M_MMAP_MAX = -4
};

/* How the user sets each knob of enum zp_knob. */
struct zp_knob_names {
  char variable[24];
  char tunable[28];
};

ZP_DATA extern const struct zp_knob_names ZP_FN(heap_knobs)[];
ZP_DATA extern const char ZP_FN(heap_tunables)[];
ZP_HIDDEN unsigned ZP_FN(heap_users_knobs)(void);

const struct zp_knob_names ZP_FN(heap_knobs)[] = {
    {"MALLOC_TOP_PAD_", "glibc.malloc.top_pad"},
    {"MALLOC_TRIM_THRESHOLD_", "glibc.malloc.trim_threshold"},
    {"MALLOC_MMAP_THRESHOLD_", "glibc.malloc.mmap_threshold"},
    {"MALLOC_MMAP_MAX_", "glibc.malloc.mmap_max"}};
const char ZP_FN(heap_tunables)[] = "GLIBC_TUNABLES";

uint32_t ZP_FN(heap_is_sized) = 0;

/* True if `list`, as in "name=value:name=value", has `name`. */
static inline int zp_has_tunable(const char *list, const char *name) {
  while (list) {
    size_t i = 0;
    while (name[i] && list[i] == name[i])
      ++i;
    if (!name[i] && list[i] == '=')
      return 1;
    while (*list && *list != ':')
      ++list;
    list = *list ? list + 1 : NULL;
  }
  return 0;
}

ZP_SLOW unsigned ZP_FN(heap_users_knobs)(void) {
  const char *tunables = getenv(ZP_FN(heap_tunables));
  unsigned users = 0;
  for (int k = 0; k < ZP_KNOBS; ++k)
    if (getenv(ZP_FN(heap_knobs)[k].variable) ||
        zp_has_tunable(tunables, ZP_FN(heap_knobs)[k].tunable))
      users |= 1u << k;
  return users;
}

static inline int zp_is_glibcs_mallopt(void) {
  uintptr_t knob = (uintptr_t)&mallopt, info = (uintptr_t)&malloc_info;
  __asm__("" : "+r"(knob), "+r"(info)); /* either may be null */
  return knob && zp_in_glibcs_malloc(knob, info);
}

/* The kernel is asked first, because malloc would leave ENOMEM in errno, which
 * is 0 when a program starts. Nothing is written: the pages stay away. */
ZP_SLOW int ZP_FN(heap_obtain)(size_t bytes) {
  void *p = zp_os_map(bytes);
  if (!p)
    return 0;
  zp_os_unmap(p, bytes);
  p = malloc(bytes);
  __asm__ volatile("" : "+r"(p)); /* or LLVM drops the pair */
  free(p);
  return p != NULL;
}

ZP_SLOW enum zp_heap_result ZP_FN(heap_of_glibc)(size_t initial,
                                                 size_t increment) {
  const int never = -1, none = 0;
  const int highest_threshold = 32 << 20; /* HEAP_MAX_SIZE / 2 */
  const size_t highest_pad = 0x7ffff000;  /* of an int, in whole pages */
  if (zp_allocator() != ZP_GLIBC || !zp_is_glibcs_mallopt())
    return ZP_HEAP_NO_KNOB;
  /* malloc maps memory where the break cannot move, but says so in errno. */
  int *const error = &__errno_location ? __errno_location() : NULL;
  const int error_before = error ? *error : 0;
  const unsigned users = ZP_FN(heap_users_knobs)();
  enum zp_heap_result result = users ? ZP_HEAP_USERS : ZP_HEAP_DONE;
  /* glibc trims the heap down to one increment, not to what it was: so never.
   */
  if (!(users & 1u << ZP_TRIM))
    mallopt(ZP_M_TRIM_THRESHOLD, never);
  if (!(users & (1u << ZP_MMAP_THRESHOLD | 1u << ZP_MMAP_MAX))) {
    mallopt(ZP_M_MMAP_THRESHOLD, highest_threshold);
    mallopt(ZP_M_MMAP_MAX, none);
    __atomic_store_n(&ZP_FN(heap_is_sized), 1, __ATOMIC_RELAXED);
  }
  if (!(users & 1u << ZP_TOP_PAD)) {
    mallopt(ZP_M_TOP_PAD, none);
    if (!ZP_FN(heap_obtain)(initial))
      result = ZP_HEAP_NO_MEMORY;
    mallopt(ZP_M_TOP_PAD,
            (int)(increment < highest_pad ? increment : highest_pad));
  }
  if (error)
    *error = error_before;
  return result;
}

#ifdef ZP_EMBEDDED
ZP_DATA extern uint32_t ZP_FN(heap_is_asked);
uint32_t ZP_FN(heap_is_asked) = 0;

/* main may call itself, and what the program has set by then holds. */
ZP_SLOW void ZP_FN(heap)(size_t initial, size_t increment) {
  if (!__atomic_exchange_n(&ZP_FN(heap_is_asked), 1, __ATOMIC_RELAXED))
    ZP_FN(heap_of_glibc)(initial, increment);
}
#endif
