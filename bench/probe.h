// Questions about a way that are no matter of time.
#ifndef ZEROPASS_BENCH_PROBE_H
#define ZEROPASS_BENCH_PROBE_H

#include "sample.h"

// Whether the way calls mincore in that cell: 1, 0, or -1 for no answer.
int zp_calls_mincore(const struct zp_way *way, const struct zp_cell *cell);

// The instructions of one block in steady state, counted by single steps of
// the process as it is: valgrind would make the allocator an unknown one.
// Negative: cannot be had.
double zp_count_instructions(const struct zp_way *way, size_t size);

// The memory in kilobytes that a later block of plain malloc, one byte per
// 2 MB written, makes resident over what was before, after a block by `way` of
// the same size was freed that was written in full (`written`) or left alone.
// Negative: cannot be had.
long zp_later_block(const struct zp_way *way, size_t size, int written);

#endif
