// The table's program: takes samples on request, one allocator a process (the
// one that LD_PRELOAD or the link says). table.py asks, one line a request, and
// gets one line an answer:
//
//   who                                    allocator and version; libc; ways
//   sample STATE USE SIZE TOTAL WAY...     nanoseconds:kilobytes of each, in
//                                          the order of the request
//   mincore STATE USE SIZE TOTAL WAY...    for each whether it calls mincore
//   steps SIZE WAY...                      instructions of each, per block
//   later SIZE WRITTEN WAY...              kilobytes that a later block costs
//
// STATE is steady or first. A way `mincore` in a sample is the time of one
// mincore. What cannot be had is "-".
#define _GNU_SOURCE
#include "probe.h"
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef __GLIBC__
#include <gnu/libc-version.h>
#endif

int mallctl(const char *name, void *old, size_t *old_length, void *value,
            size_t length) __attribute__((weak));
int mi_version(void) __attribute__((weak));
const char *tc_version(int *major, int *minor, const char **patch)
    __attribute__((weak));

static const struct zp_way *const lists[] = {zp_ways, zp_shapes_original,
                                             zp_shapes_rewritten};

static const struct zp_way *way_named(const char *name) {
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
    for (const struct zp_way *w = lists[i]; w->name; w++)
      if (strcmp(w->name, name) == 0)
        return w;
  return NULL;
}

static void who(void) {
  if (mallctl) {
    const char *version = "?";
    size_t length = sizeof version;
    mallctl("version", &version, &length, NULL, 0);
    printf("jemalloc %.*s", (int)strcspn(version, "-"), version);
  } else if (mi_version) {
    int v = mi_version();
    printf("mimalloc %d.%d.%d", v / 100, v / 10 % 10, v % 10);
  } else if (tc_version) {
    int major, minor;
    const char *patch;
    tc_version(&major, &minor, &patch);
    printf("tcmalloc %d.%d", major, minor);
  } else {
#ifdef __GLIBC__
    printf("glibc %s", gnu_get_libc_version());
#else
    printf("musl");
#endif
  }
#ifdef __GLIBC__
  printf(";glibc %s;", gnu_get_libc_version());
#else
  printf(";musl;");
#endif
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
    for (const struct zp_way *w = lists[i]; w->name; w++)
      printf("%s%s", w == zp_ways ? "" : " ", w->name);
}

static size_t number(char **rest) {
  const char *word = strtok_r(NULL, " ", rest);
  return word ? strtoull(word, NULL, 10) : 0;
}

// STATE USE SIZE TOTAL.
static int cell_of(char **rest, struct zp_cell *cell) {
  const char *state = strtok_r(NULL, " ", rest);
  const char *use = strtok_r(NULL, " ", rest);
  if (!state || !use)
    return 0;
  cell->state = strcmp(state, "first") == 0 ? ZP_FIRST : ZP_STEADY;
  cell->use = zp_uses;
  while (cell->use->name && strcmp(cell->use->name, use) != 0)
    cell->use++;
  cell->size = number(rest);
  cell->total = number(rest);
  return cell->use->name && cell->size;
}

static void answer_sample(const char *name, const struct zp_way *way,
                          const struct zp_cell *cell) {
  struct zp_sample sample;
  if (way ? zp_take(way, cell, &sample)
          : strcmp(name, "mincore") == 0 &&
                zp_take_mincore(zp_ways, cell, &sample))
    printf("%.3f:%ld ", sample.nanoseconds, sample.kilobytes);
  else
    printf("- ");
}

static void answer_number(double value, int decimals) {
  if (value < 0)
    printf("- ");
  else
    printf("%.*f ", decimals, value);
}

static int answer(char *line) {
  char *rest;
  const char *request = strtok_r(line, " \n", &rest);
  struct zp_cell cell = {0};
  int is_sample = request && strcmp(request, "sample") == 0;
  int is_mincore = request && strcmp(request, "mincore") == 0;
  int is_steps = request && strcmp(request, "steps") == 0;
  int is_later = request && strcmp(request, "later") == 0;
  size_t size = 0, written = 0;
  if (request && strcmp(request, "who") == 0) {
    who();
  } else if (is_sample || is_mincore) {
    if (!cell_of(&rest, &cell))
      return 0;
  } else if (is_steps || is_later) {
    size = number(&rest);
    if (is_later)
      written = number(&rest);
    if (!size)
      return 0;
  } else {
    return 0;
  }
  for (const char *name; (name = strtok_r(NULL, " \n", &rest));) {
    const struct zp_way *way = way_named(name);
    if (is_sample)
      answer_sample(name, way, &cell);
    else if (!way)
      printf("- ");
    else if (is_mincore)
      answer_number(zp_calls_mincore(way, &cell), 0);
    else if (is_steps)
      answer_number(zp_count_instructions(way, size), 1);
    else
      answer_number((double)zp_later_block(way, size, (int)written), 0);
  }
  printf("\n");
  fflush(stdout);
  return 1;
}

// One processor for all samples: the last that is allowed, which the least
// else runs on.
static void pin(void) {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) != 0)
    return;
  for (int cpu = CPU_SETSIZE - 1; cpu >= 0; cpu--)
    if (CPU_ISSET(cpu, &set)) {
      CPU_ZERO(&set);
      CPU_SET(cpu, &set);
      sched_setaffinity(0, sizeof set, &set);
      return;
    }
}

int main(void) {
  static char in[4096], out[4096], line[4096], *ring[1];
  setvbuf(stdin, in, _IOFBF, sizeof in);
  setvbuf(stdout, out, _IOFBF, sizeof out);
  pin();
  // The allocator is there and every way has asked who it is.
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
    for (const struct zp_way *w = lists[i]; w->name; w++)
      w->run(&(struct zp_job){64, 2, 0, (void **)ring, NULL});
  if (!zp_sample_init()) {
    fprintf(stderr, "table: no shared memory\n");
    return 1;
  }
  while (fgets(line, sizeof line, stdin))
    if (!answer(line)) {
      fprintf(stderr, "table: no such request\n");
      return 2;
    }
  return 0;
}
