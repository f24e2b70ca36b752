/*===- zeropass.h - the public interface of the ZeroPass runtime -----------===*
 *
 * Zeroed allocation by whatever is cheapest under the allocator that serves the
 * program. Link libzprt.a or libzprt.so; code that the plugin rewrites needs
 * neither.
 *
 * For every function here, unless it says otherwise:
 *
 *   Units         sizes and alignments are in bytes.
 *   Result        the block is the program's own allocator's, aligned as malloc
 *                 aligns. Every byte that was asked for is zero.
 *   Who frees     the caller, with the program's free. realloc,
 *                 malloc_usable_size and the like work on the block as on any
 *                 other.
 *   Size 0        what the program's malloc or calloc does with it: with glibc
 *                 a unique pointer that can be freed.
 *   Failure       NULL. errno is what the program's malloc or calloc leaves:
 *                 ENOMEM with glibc. Success leaves it alone where these do
 *                 (mimalloc's first call does not).
 *   Threads       safe to call from any thread at any time that malloc is; no
 *                 lock is taken beyond the allocator's own.
 *   Signals       no safer than malloc: not to be called in a signal handler.
 *
 * The library reads these variables when it is loaded (docs/runtime.md):
 * ZEROPASS_HUGE, ZEROPASS_PREFAULT, ZEROPASS_RESIDENCY, ZEROPASS_HEAP and
 * ZEROPASS_STATS; none in a process with privileges that its user has not.
 *
 *===----------------------------------------------------------------------===*/
#ifndef ZEROPASS_ZEROPASS_H
#define ZEROPASS_ZEROPASS_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define ZP_API_ALLOC(...)                                                      \
  __attribute__((malloc, warn_unused_result, alloc_size(__VA_ARGS__)))
#define ZP_API_ALLOC_ALIGN(align, size)                                        \
  __attribute__((malloc, warn_unused_result, alloc_size(size),                 \
                 alloc_align(align)))
#define ZP_API_REALLOC(...)                                                    \
  __attribute__((warn_unused_result, alloc_size(__VA_ARGS__)))
#define ZP_API_CHECK __attribute__((warn_unused_result))
#else
#define ZP_API_ALLOC(...)
#define ZP_API_ALLOC_ALIGN(align, size)
#define ZP_API_REALLOC(...)
#define ZP_API_CHECK
#endif

#ifdef __cplusplus
extern "C" {
#if __cplusplus >= 201103L
#define ZP_API_NOTHROW noexcept
#else
#define ZP_API_NOTHROW throw()
#endif
#else
#define ZP_API_NOTHROW
#endif

/*--- Zeroed blocks ----------------------------------------------------------*/

/* A block of `size` zero bytes, for a size that may be anything: chooses
 * between malloc + memset, calloc, and malloc + zp_zero_fresh each time. */
void *zp_zalloc(size_t size) ZP_API_NOTHROW ZP_API_ALLOC(1);

/* The same for a size that is known to be large, some 4 KB or more: does not
 * look for the small case first. Right, only slower, for a small one. */
void *zp_zalloc_large(size_t size) ZP_API_NOTHROW ZP_API_ALLOC(1);

/* `n` elements of `size` bytes each, all zero. A product that does not fit in a
 * size_t fails: NULL, errno as the program's calloc sets it (ENOMEM). */
void *zp_calloc(size_t n, size_t size) ZP_API_NOTHROW ZP_API_ALLOC(1, 2);

/* Zeroes `size` bytes at `p`, which must be part of a block that malloc,
 * aligned_alloc, posix_memalign, memalign or realloc has just returned and
 * nobody has written to. Pages that the kernel has not supplied yet stay so,
 * where that can be proven; everything else is memset. Never fails, errno
 * stays. `size` 0 does nothing, whatever `p` is. */
void zp_zero_fresh(void *p, size_t size) ZP_API_NOTHROW;

/*--- Aligned ----------------------------------------------------------------*/

/* A block of `size` zero bytes whose address is a multiple of `align`: a power
 * of two, and `size` a multiple of it, as C11 has it for aligned_alloc (C17 and
 * C23 take any size: so does zp_posix_zalloc). Any other `align`, or any other
 * `size`: NULL and EINVAL. No memory: NULL and ENOMEM, under every allocator. */
void *zp_zalloc_aligned(size_t align, size_t size) ZP_API_NOTHROW
    ZP_API_ALLOC_ALIGN(1, 2);

/* posix_memalign with a zeroed block: `align` a power of two and a multiple of
 * sizeof(void *). Returns 0 and stores the block through `result`, or returns
 * EINVAL or ENOMEM and leaves `*result` alone. errno is not touched. `size` 0:
 * what the program's posix_memalign stores, NULL or a pointer to free. */
int zp_posix_zalloc(void **result, size_t align,
                    size_t size) ZP_API_NOTHROW ZP_API_CHECK;

/*--- Growing ----------------------------------------------------------------*/

/* realloc from `old` to `size` bytes, both as the program asked for them (not
 * what malloc_usable_size says). Bytes from `old` to `size` are zero; the
 * others are kept. `p` NULL: all of it is zero. `size` 0: what the program's
 * realloc does; glibc's frees `p` and returns NULL. Failure: NULL, the block
 * `p` stands as it was. */
void *zp_rezalloc(void *p, size_t old, size_t size) ZP_API_NOTHROW
    ZP_API_REALLOC(3);

/* The same from `old_n` to `n` elements of `size` bytes. A product that does
 * not fit in a size_t: NULL and ENOMEM, under every allocator, and the block
 * `p` stands as it was. */
void *zp_rezallocarray(void *p, size_t old_n, size_t n,
                       size_t size) ZP_API_NOTHROW ZP_API_REALLOC(3, 4);

/* A block of `size` bytes aligned to `align` (rules of posix_memalign) that
 * holds the first `used` bytes of `p` (fewer where `size` is less); the rest is
 * not zeroed. Only these are copied, whatever the size of the old block, which
 * is freed. `p` NULL: a new block. `size` 0: a block to free, never NULL.
 * Failure: NULL with EINVAL or ENOMEM, the block `p` stands as it was. */
void *zp_aligned_realloc(void *p, size_t align, size_t used,
                         size_t size) ZP_API_NOTHROW ZP_API_REALLOC(4);

/*--- operator new -----------------------------------------------------------*/

/* What `op(size)` returns, with every byte zero; `op` is an operator new or
 * new[], which need not zero. Where `op` is proven to be the C++ library's own
 * and calls the program's malloc, zp_zalloc takes its place; when that fails, or
 * where nothing is proven, `op` is called and its block zeroed. What `op`
 * throws comes through, and the new_handler is its affair. The block is
 * released with the operator delete that belongs to `op`. `size` 0, and sizes
 * beyond PTRDIFF_MAX, as of an array whose size overflowed: `op` decides, and
 * nothing is zeroed. What is found out about `op` is kept: the object that it
 * lies in has to stay loaded. */
void *zp_new_zalloc(size_t size, void *(*op)(size_t));

/* The nothrow form: `tag` is handed to `op`. NULL where `op` returns NULL. */
void *zp_new_zalloc_nothrow(size_t size, const void *tag,
                            void *(*op)(size_t, const void *)) ZP_API_NOTHROW;

/* The forms with std::align_val_t. `op` is always called. */
void *zp_new_zalloc_aligned(size_t size, size_t align,
                            void *(*op)(size_t, size_t));
void *zp_new_zalloc_aligned_nothrow(size_t size, size_t align, const void *tag,
                                    void *(*op)(size_t, size_t,
                                                const void *)) ZP_API_NOTHROW;

/*--- Counted: for garbage collectors and just-in-time compilers -------------*/

/* malloc, calloc, realloc and free, and their zeroed forms, that keep exact
 * count of the bytes asked for, in all threads together. The caller gives the
 * size back: no header is kept, so a counted block is an ordinary one, and
 * freeing it with free only leaves its bytes counted. What fails counts
 * nothing. Resizing counts the difference between `old`, which must be what was
 * last asked for, and `size`; `p` NULL is a new block, and `size` 0 frees `p`
 * and returns NULL. Freeing NULL does nothing. A child made by fork goes on
 * from the counts of its parent, whose blocks it has. The uncounted functions
 * above pay nothing. */
void *zp_counted_malloc(size_t size) ZP_API_NOTHROW ZP_API_ALLOC(1);
void *zp_counted_zalloc(size_t size) ZP_API_NOTHROW ZP_API_ALLOC(1);
void *zp_counted_calloc(size_t n, size_t size) ZP_API_NOTHROW
    ZP_API_ALLOC(1, 2);
void *zp_counted_realloc(void *p, size_t old, size_t size) ZP_API_NOTHROW
    ZP_API_REALLOC(3);
void *zp_counted_rezalloc(void *p, size_t old, size_t size) ZP_API_NOTHROW
    ZP_API_REALLOC(3);
void zp_counted_free(void *p, size_t size) ZP_API_NOTHROW;

struct zp_counted {
  uint64_t live;  /* bytes allocated and not freed */
  uint64_t peak;  /* the most that live has been */
  uint64_t total; /* bytes ever allocated; growth by realloc counts as such */
};

/* The counts at some moment during the call; exact where no other thread
 * allocates or frees meanwhile. */
void zp_counted_get(struct zp_counted *counts) ZP_API_NOTHROW;

/* Has `hook(data, live)` called in a thread whose allocation makes live exceed
 * `budget`, or finds that it does, before that allocation returns. Once,
 * however many threads pass it together: the hook sets the next budget, or
 * none. It runs without a lock, and may allocate, free and resize counted
 * blocks, but not the one that is being resized. A NULL hook takes the budget
 * away; a hook that is being called at that moment in another thread may still
 * be running. */
void zp_counted_budget(uint64_t budget, void (*hook)(void *data, uint64_t live),
                       void *data) ZP_API_NOTHROW;

/*--- The heap ---------------------------------------------------------------*/

/* Gives the heap its size: `initial` bytes at once, which take no memory before
 * they are used, then steps of `increment` bytes; all blocks come from it, and
 * freed memory stays in it rather than go back to the kernel.
 *
 * - glibc: as said, for the first thread's heap. Other threads' heaps have at
 *   most 64 MB each: their larger blocks are mapped. Steps of 2 GB and more are
 *   2 GB.
 * - jemalloc, mimalloc, tcmalloc: the initial heap is obtained, and kept as far
 *   as they can be told to; they have no steps to set.
 *
 * Returns 0; EINVAL for a size of 0 or beyond PTRDIFF_MAX; ENOTSUP where the
 * allocator is another one or unknown; EPERM where the user has set some of the
 * same (MALLOC_*, GLIBC_TUNABLES, MALLOC_CONF, MIMALLOC_*): theirs holds, the
 * rest is set; ENOMEM for more than this machine has memory, or where the
 * kernel refuses the initial heap: the rest is set. errno is not touched. Call
 * it early, from one thread: what has been mapped before stays as it is. */
int zp_heap_configure(size_t initial, size_t increment) ZP_API_NOTHROW;

/*--- Statistics -------------------------------------------------------------*/

/* Kept where ZEROPASS_STATS is set. Sizes fall into classes by powers of two:
 * class c has those of at most 2^(c+4) bytes that are not in class c-1, the
 * last one everything larger. */
#define ZP_STATS_CLASSES 32

struct zp_stats_variant {
  const char *name;                 /* as in "zalloc" */
  uint64_t calls[ZP_STATS_CLASSES]; /* that succeeded */
  uint64_t bytes[ZP_STATS_CLASSES]; /* that they asked for */
  uint64_t failed;
};

struct zp_stats {
  size_t size;           /* of this structure: set it before the call */
  int enabled;           /* 0: ZEROPASS_STATS is not set, all counts are 0 */
  const char *allocator; /* "glibc", "jemalloc", ..., "unknown" */
  const char *allocator_version; /* glibc's, as in "2.36"; else "" */
  uint64_t fresh_bytes;          /* bytes not cleared because they were fresh */
  uint64_t minor_faults;         /* page faults of the process so far */
  uint64_t major_faults;
  uint64_t brk_growths;  /* times a call found the break higher than the last */
  uint64_t mmap_growths; /* blocks that the allocator mapped alone for one */
  size_t variants;       /* entries in use of the next */
  struct zp_stats_variant variant[24];
};

/* Fills `*stats` with what this process has counted so far; the names in it are
 * the library's and stay. Calls that other threads make meanwhile may be in it
 * or not. A child made by fork counts from zero. Returns 0, or EINVAL where
 * `stats->size` is none that this library knows. Takes no lock. */
int zp_stats_get(struct zp_stats *stats) ZP_API_NOTHROW;

#undef ZP_API_NOTHROW
#undef ZP_API_ALLOC
#undef ZP_API_ALLOC_ALIGN
#undef ZP_API_REALLOC
#undef ZP_API_CHECK

#ifdef __cplusplus
}
#endif

#endif
