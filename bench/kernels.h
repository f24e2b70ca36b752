// What the benchmark driver knows of the kernels. kernels.c is compiled twice
// by one clang, as it is (SIDE = original) and with the plugin (SIDE =
// rewritten); a third time without its zeroing (SIDE = bare) for the cost of
// malloc + free alone. Each copy exports one table.
#ifndef ZEROPASS_BENCH_KERNELS_H
#define ZEROPASS_BENCH_KERNELS_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

// One row: how a block comes to be zero, and how large it is.
struct zp_kernel {
  const char *name;
  // The size in bytes, 0 where the caller gives it.
  size_t size;
  // Allocates, zeroes and frees a block of that size, so many times. NULL
  // where the copy has no such kernel.
  void (*loop)(size_t iterations, size_t size);
  // Allocates and zeroes one block, for kernels that look at the first use of
  // memory; the caller frees it.
  void *(*once)(size_t size);
};

extern const struct zp_kernel zp_kernels_original[];
extern const struct zp_kernel zp_kernels_rewritten[];
extern const struct zp_kernel zp_kernels_bare[];
// The length of each table.
extern const size_t zp_kernel_count;

#ifdef __cplusplus
}
#endif

#endif
