// What the parts of the table's program share: table.c takes the samples,
// ways.c and shapes.c hold the loops that are timed. ninja bench-runtime runs
// it by way of table.py.
#ifndef ZEROPASS_BENCH_TABLE_H
#define ZEROPASS_BENCH_TABLE_H

#include <stddef.h>

// What a loop does: `count` blocks, each used and then kept in the next slot
// of a ring, from which the one before it is freed. A ring that begins empty
// and is as long as the count keeps them all.
struct zp_job {
  size_t size;
  size_t count;
  size_t mask; // slots in the ring - 1; a power of two - 1
  void **ring;
  void (*use)(char *block, size_t size); // null: untouched
};

// A way to get a zeroed block.
struct zp_way {
  const char *name;
  void (*run)(const struct zp_job *job);
  void (*setup)(void); // once, before the first block; null: nothing
};

// Each list ends with a null name.
extern const struct zp_way zp_ways[];
extern const struct zp_way zp_shapes_original[];
extern const struct zp_way zp_shapes_rewritten[];

// The loop of one way, in which BLOCK is a pointer to `size` zero bytes. A
// function of its own for each, so that what is inlined into a program is
// inlined here.
#define ZP_WAY(NAME, BLOCK)                                                    \
  static void NAME##_run(const struct zp_job *job) {                           \
    size_t size = job->size;                                                   \
    for (size_t i = 0; i < job->count; i++) {                                  \
      void **slot = &job->ring[i & job->mask];                                 \
      free(*slot);                                                             \
      char *block = BLOCK;                                                     \
      /* Whoever sees it may use it: nothing of it can be left out. */         \
      __asm__ volatile("" : "+r"(block) : : "memory");                         \
      if (job->use)                                                            \
        job->use(block, size);                                                 \
      *slot = block;                                                           \
    }                                                                          \
  }

// A value that the compiler knows nothing of.
static inline size_t zp_bench_opaque(size_t value) {
  __asm__ volatile("" : "+r"(value));
  return value;
}

#endif
