/*===- zeropass.h - the public interface of the ZeroPass runtime ------------===*
 *
 * Zeroed allocation by whatever is cheapest under the allocator that serves the
 * program. Link libzprt.a or libzprt.so; code that the plugin rewrites needs
 * neither.
 *
 * For every function here:
 *
 *   Units         sizes are in bytes.
 *   Result        the block is the program's own malloc's or calloc's, aligned
 *                 as malloc aligns. Every byte that was asked for is zero.
 *   Who frees     the caller, with the program's free. realloc,
 *                 malloc_usable_size and the like work on the block as on any
 *                 other.
 *   Size 0        what the program's malloc or calloc does with it: with glibc
 *                 a unique pointer that can be freed.
 *   Failure       NULL. errno is what the program's malloc or calloc sets,
 *                 ENOMEM with glibc, and is left alone by success.
 *   Threads       safe to call from any thread at any time that malloc is; no
 *                 lock is taken beyond the allocator's own.
 *   Signals       no safer than malloc: not to be called in a signal handler.
 *
 *===------------------------------------------------------------------------===*/
#ifndef ZEROPASS_ZEROPASS_H
#define ZEROPASS_ZEROPASS_H

#include <stddef.h>

#if defined(__GNUC__)
#define ZP_API_ALLOC(...)                                                      \
  __attribute__((malloc, warn_unused_result, alloc_size(__VA_ARGS__)))
#else
#define ZP_API_ALLOC(...)
#endif

#ifdef __cplusplus
extern "C" {
#define ZP_API_NOTHROW noexcept
#else
#define ZP_API_NOTHROW
#endif

/* A block of `size` zero bytes, for a size that may be anything: chooses
 * between malloc + memset and calloc each time. */
void *zp_zalloc(size_t size) ZP_API_NOTHROW ZP_API_ALLOC(1);

/* The same for a size that is known to be large, some 4 KB or more: does not
 * look at the size, and lets an allocator that knows fresh pages to be zero
 * leave them untouched. Right, only slower, for a small one. */
void *zp_zalloc_large(size_t size) ZP_API_NOTHROW ZP_API_ALLOC(1);

/* `n` elements of `size` bytes each, all zero. A product that does not fit in a
 * size_t fails: NULL, errno as the program's calloc sets it (ENOMEM). */
void *zp_calloc(size_t n, size_t size) ZP_API_NOTHROW ZP_API_ALLOC(1, 2);

#undef ZP_API_NOTHROW
#undef ZP_API_ALLOC

#ifdef __cplusplus
}
#endif

#endif
