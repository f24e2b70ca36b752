/*===- new.c - zeroed operator new -----------------------------------------===*
 *
 * Where the operator that the program calls returns what the program's malloc
 * returns, zalloc takes its place. When that fails the operator is called after
 * all: it owns the new_handler and the throw. Every other operator is called,
 * and its block zeroed.
 *
 * An operator is asked about after its first call, when everything that it
 * calls is bound: the GOT of its own object says what that is, exactly, however
 * the program was linked. It is malloc's if
 *
 *   it lies in an object that is called libstdc++, libc++ or libc++abi (so it
 *   is no replacement, seen by the loader or hidden, nor a sanitizer's),
 *   that object calls the malloc that we see, of an allocator that is known,
 *   and no operator new but its own (new[] and the nothrow forms call new).
 *
 *===----------------------------------------------------------------------===*/
#include "new.h"
#include "allocator.h"
#include "entries.h"
#include "fresh.h"
#include "got.h"
#include "loader.h"
#include "settings.h"
#include "stats.h"

uint64_t ZP_FN(new_known)[ZP_NEW_KNOWN] = {0};

/* What the name of an object or of a function says. */
enum zp_new_role {
  ZP_NO_ROLE,
  ZP_CXX_LIBRARY,
  ZP_ALLOCATOR_LIBRARY, /* it brings an operator new of its own */
  ZP_OPERATOR_NEW,
  ZP_MALLOC,
  ZP_ALIGNED_MALLOC
};

struct zp_new_name {
  char start[16];
  unsigned char bytes; /* with the null: the whole name */
  unsigned char role;
};

ZP_DATA extern const struct zp_new_name ZP_FN(new_names)[];
ZP_HIDDEN enum zp_new_role ZP_FN(new_role)(const char *name);
ZP_HIDDEN enum zp_new_kind ZP_FN(new_find)(uintptr_t op, int aligned);
ZP_HIDDEN void *ZP_FN(new_made)(void *p, size_t size, uintptr_t op, int aligned,
                                unsigned how);

#define ZP_STARTS(name, role)                                                  \
  { name, sizeof(name) - 1, role }
#define ZP_IS(name, role)                                                      \
  { name, sizeof(name), role }

/* What follows the dot is the version. */
const struct zp_new_name ZP_FN(new_names)[] = {
    ZP_STARTS("libstdc++.", ZP_CXX_LIBRARY),
    ZP_STARTS("libc++.", ZP_CXX_LIBRARY),
    ZP_STARTS("libc++abi.", ZP_CXX_LIBRARY),
    ZP_STARTS("libjemalloc.", ZP_ALLOCATOR_LIBRARY),
    ZP_STARTS("libmimalloc.", ZP_ALLOCATOR_LIBRARY),
    ZP_STARTS("libtcmalloc", ZP_ALLOCATOR_LIBRARY),
    ZP_STARTS("_Znw", ZP_OPERATOR_NEW),
    ZP_STARTS("_Zna", ZP_OPERATOR_NEW),
    ZP_IS("malloc", ZP_MALLOC),
    ZP_IS("aligned_alloc", ZP_ALIGNED_MALLOC),
    ZP_IS("posix_memalign", ZP_ALIGNED_MALLOC),
    ZP_IS("memalign", ZP_ALIGNED_MALLOC),
    {"", 0, ZP_NO_ROLE},
};

ZP_SLOW enum zp_new_role ZP_FN(new_role)(const char *name) {
  const struct zp_new_name *row = ZP_FN(new_names);
  for (;; ++row) {
    size_t i = 0;
    while (i < row->bytes && name[i] == row->start[i]) {
      __asm__("" : "+r"(i)); /* or LLVM makes it a call */
      ++i;
    }
    if (i == row->bytes)
      return (enum zp_new_role)row->role;
  }
}

ZP_SLOW enum zp_new_kind ZP_FN(new_find)(uintptr_t op, int aligned) {
  struct zp_object object, allocator;
  struct zp_import import;
  uintptr_t own_malloc;
  size_t at = 0;
  int calls_malloc = 0, calls_aligned = 0;
  ZP_GOT(malloc, own_malloc);
  if (zp_allocator() == ZP_UNKNOWN || !own_malloc ||
      !ZP_FN(find_object)(own_malloc, &allocator))
    return ZP_NEW_ANY;
  op = ZP_FN(jump_target)(op);
  if (ZP_FN(lies_in)(op, &allocator) &&
      ZP_FN(new_role)(allocator.name) == ZP_ALLOCATOR_LIBRARY)
    return ZP_NEW_FAMILY;
  if (!ZP_FN(find_object)(op, &object) ||
      ZP_FN(new_role)(object.name) != ZP_CXX_LIBRARY)
    return ZP_NEW_ANY;
  while (ZP_FN(next_import)(&object, &at, &import)) {
    enum zp_new_role role = ZP_FN(new_role)(import.name);
    uintptr_t target = import.target;
    if (role == ZP_NO_ROLE)
      continue;
    if (role == ZP_OPERATOR_NEW && !ZP_FN(lies_in)(target, &object))
      target = ZP_FN(jump_target)(target);
    /* In the object itself: its own, or not bound. The operator has been
     * called, so it has no use for what is not bound. */
    if (!target || ZP_FN(lies_in)(target, &object))
      continue;
    if (role == ZP_OPERATOR_NEW ||
        (role == ZP_MALLOC && target != own_malloc) ||
        (role == ZP_ALIGNED_MALLOC && aligned &&
         !ZP_FN(lies_in)(target, &allocator)))
      return ZP_NEW_ANY;
    calls_malloc |= role == ZP_MALLOC;
    calls_aligned |= role == ZP_ALIGNED_MALLOC;
  }
  if (aligned)
    return calls_aligned ? ZP_NEW_FAMILY : ZP_NEW_ANY;
  return calls_malloc ? ZP_NEW_IS_MALLOC : ZP_NEW_ANY;
}

ZP_SLOW enum zp_new_kind ZP_FN(new_ask)(uintptr_t op, int aligned) {
  uint64_t answer = (uint64_t)op;
  if (answer >> ZP_NEW_KIND_SHIFT)
    return ZP_NEW_ANY;
  for (int i = 0; i < ZP_NEW_KNOWN; ++i)
    if (!__atomic_load_n(&ZP_FN(new_known)[i], __ATOMIC_RELAXED)) {
      enum zp_new_kind kind = ZP_FN(new_find)(op, aligned);
      answer |= (uint64_t)kind << ZP_NEW_KIND_SHIFT;
      /* Another thread may have taken the place, with the same answer or for
       * another operator: then this one is asked about again. */
      uint64_t none = 0;
      __atomic_compare_exchange_n(&ZP_FN(new_known)[i], &none, answer, 0,
                                  __ATOMIC_RELAXED, __ATOMIC_RELAXED);
      return kind;
    }
  return ZP_NEW_ANY;
}

/* What an operator returned, zeroed. No block is as large as an array whose
 * size overflowed, whatever the operator says (libstdc++ 12's aligned one
 * rounds such a size up to 0). */
ZP_CALLED void *ZP_FN(new_made)(void *p, size_t size, uintptr_t op, int aligned,
                                unsigned how) {
  if (!p || size > PTRDIFF_MAX)
    return p;
  enum zp_new_kind kind = zp_new_kind(op);
  if (ZP_UNLIKELY(kind == ZP_NEW_NOT_ASKED))
    kind = ZP_FN(new_ask)(op, aligned);
  zp_zero_block(p, size, zp_asked(how), kind != ZP_NEW_ANY);
  return p;
}

/* In the operator's place: null where it has to be called. It has its own ways
 * with no bytes at all and with an array whose size overflowed. */
static inline void *zp_new_by_zalloc(size_t size, uintptr_t op, unsigned how) {
  if (size - 1 >= PTRDIFF_MAX || zp_new_kind(op) != ZP_NEW_IS_MALLOC)
    return NULL;
  return ZP_FN(zalloc_block)(size, zp_asked(how));
}

ZP_CALLED void *ZP_FN(new_zalloc_how)(size_t size, zp_new *op, unsigned how) {
  void *p = zp_new_by_zalloc(size, (uintptr_t)op, how);
  if (ZP_UNLIKELY(!p))
    p = ZP_FN(new_made)(op(size), size, (uintptr_t)op, 0, how);
  zp_stats_call(ZP_V_NEW_ZALLOC, p, size);
  return p;
}

void *ZP_FN(new_zalloc)(size_t size, zp_new *op) {
  return ZP_FN(new_zalloc_how)(size, op, 0);
}

ZP_CALLED void *ZP_FN(new_zalloc_nothrow_how)(size_t size, const void *tag,
                                              zp_new_nothrow *op,
                                              unsigned how) {
  void *p = zp_new_by_zalloc(size, (uintptr_t)op, how);
  if (ZP_UNLIKELY(!p))
    p = ZP_FN(new_made)(op(size, tag), size, (uintptr_t)op, 0, how);
  zp_stats_call(ZP_V_NEW_ZALLOC_NOTHROW, p, size);
  return p;
}

void *ZP_FN(new_zalloc_nothrow)(size_t size, const void *tag,
                                zp_new_nothrow *op) {
  return ZP_FN(new_zalloc_nothrow_how)(size, tag, op, 0);
}

ZP_CALLED void *ZP_FN(new_zalloc_aligned_how)(size_t size, size_t align,
                                              zp_new_aligned *op,
                                              unsigned how) {
  void *p = ZP_FN(new_made)(op(size, align), size, (uintptr_t)op, 1, how);
  zp_stats_call(ZP_V_NEW_ZALLOC_ALIGNED, p, size);
  return p;
}

void *ZP_FN(new_zalloc_aligned)(size_t size, size_t align, zp_new_aligned *op) {
  return ZP_FN(new_zalloc_aligned_how)(size, align, op, 0);
}

ZP_CALLED void *ZP_FN(new_zalloc_aligned_nothrow_how)(
    size_t size, size_t align, const void *tag, zp_new_aligned_nothrow *op,
    unsigned how) {
  void *p = ZP_FN(new_made)(op(size, align, tag), size, (uintptr_t)op, 1, how);
  zp_stats_call(ZP_V_NEW_ZALLOC_ALIGNED_NOTHROW, p, size);
  return p;
}

void *ZP_FN(new_zalloc_aligned_nothrow)(size_t size, size_t align,
                                        const void *tag,
                                        zp_new_aligned_nothrow *op) {
  return ZP_FN(new_zalloc_aligned_nothrow_how)(size, align, tag, op, 0);
}

ZP_PUBLIC(new_zalloc)
ZP_PUBLIC(new_zalloc_nothrow)
ZP_PUBLIC(new_zalloc_aligned)
ZP_PUBLIC(new_zalloc_aligned_nothrow)
