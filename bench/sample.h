// One sample: a child process that gets blocks by one way, takes the time and
// looks at its own memory.
#ifndef ZEROPASS_BENCH_SAMPLE_H
#define ZEROPASS_BENCH_SAMPLE_H

#include "table.h"
#include <sys/types.h>

// How a block is used before it is freed: `name` as in the table.
struct zp_use {
  const char *name;
  void (*use)(char *block, size_t size);
};
extern const struct zp_use zp_uses[]; // ends with a null name

enum zp_state { ZP_STEADY, ZP_FIRST };

struct zp_cell {
  enum zp_state state;
  const struct zp_use *use;
  size_t size;
  size_t total; // bytes that a first use takes in blocks of that size
};

struct zp_sample {
  double nanoseconds; // per block
  long kilobytes;     // the most that was resident, over what was before
};

// Finds out once what every child needs. 0: something is missing.
int zp_sample_init(void);

// False where there is no sample: the child died.
int zp_take(const struct zp_way *way, const struct zp_cell *cell,
            struct zp_sample *sample);

// The time of one mincore of a block as `malloc` gives it in that cell.
int zp_take_mincore(const struct zp_way *malloc_memset,
                    const struct zp_cell *cell, struct zp_sample *sample);

// For probe.c as well: what a child does, in which ring of blocks, and the
// answer it leaves where the parent sees it.
typedef void zp_deed(const struct zp_way *way, const struct zp_cell *cell);
int zp_in_child(zp_deed *deed, const struct zp_way *way,
                const struct zp_cell *cell);
struct zp_job zp_job_of(const struct zp_cell *cell);
void zp_fault_in(const struct zp_job *job);
long zp_status_kb(const char *key); // of /proc/self/status
extern struct zp_shared {
  struct zp_sample sample;
  volatile long answer; // -1: none
} * zp_shared;

#endif
