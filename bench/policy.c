/*===- policy.c - measures the figures of runtime/src/allocators.def -------===*
 *
 * For whatever allocator serves this program (preload another one), and for
 * each size, the time of
 *
 *   M  malloc + memset
 *   C  calloc
 *   F  malloc + zero_fresh, as if the allocator were proven; below ZP_ASK_LEAST
 *      (fresh.h) that is memset
 *
 * followed by each use of the block and its release, in steady state and on
 * first use. Each sample is a process of its own: what one way leaves behind in
 * the allocator would be another one's first find. A round has one sample of
 * each, in random order. From the medians comes, for each size, by how much
 * each way misses the better of M and C in its worst cell; and from these the
 * limits that miss it least, beside those in allocators.def. A miss of a
 * twentieth is none. Where the worst cells are alike, F's gain in others
 * counts.
 *
 *   zeropass-policy [-r ROUNDS] [-v] [SIZE...]
 *
 * -v prints every cell. Times are processor time, so that other programs
 * disturb little.
 *
 *===------------------------------------------------------------------------===*/
#include "allocator.h"
#include "fresh.h"

#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum way { M, C, F, WAYS };
enum use { NONE, SPARSE, PAGE, READ, WRITE, USES };
enum when { FIRST, STEADY, WHENS };

static const char *const use_names[] = {"untouched", "a byte per 2 MB",
                                        "a byte a page", "read", "written"};

/* Between the powers of two as well: size classes have steps. */
static const size_t default_sizes[] = {
    16,      32,       64,       128,      256,      512,     1024,
    1536,    2048,     3072,     4096,     6000,     8192,    12000,
    14336,   16384,    24576,    32768,    49152,    65536,   81920,
    98304,   131072,   163840,   196608,   262144,   393216,  524288,
    819200,  1048576,  1572864,  2097152,  3145728,  4194304, 6291456,
    8388608, 12582912, 16777216, 33554432, 41943040, 83886080};
enum { SIZES_MAX = 64 };

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/* The asm statement keeps malloc + memset from becoming calloc. */
static void *allocate(enum way way, size_t size) {
  if (way == C)
    return calloc(1, size);
  void *p = malloc(size);
  __asm__ volatile("" : "+r"(p));
  if (p && way == M)
    memset(p, 0, size);
  else if (p)
    ZP_FN(zero_fresh_block)(p, size, 0);
  return p;
}

static void used(enum use use, char *p, size_t size) {
  size_t step = use == SPARSE ? 2 << 20 : 4096;
  switch (use) {
  case NONE:
    break;
  case SPARSE:
  case PAGE:
    for (size_t i = 0; i < size; i += step)
      ((volatile char *)p)[i] = 1;
    break;
  case READ: {
    size_t sum = 0;
    for (size_t i = 0; i + sizeof sum <= size; i += sizeof sum) {
      size_t word;
      memcpy(&word, p + i, sizeof word);
      sum += word;
    }
    __asm__ volatile("" : : "r"(sum));
    break;
  }
  default:
    memset(p, 1, size);
  }
  __asm__ volatile("" : : "r"(p) : "memory");
}

struct sample {
  double time[WHENS];
  double resident; /* pages of an untouched block of the first use */
};

static double resident(char *p, size_t size) {
  static unsigned char there[(128 << 20) / 4096];
  uintptr_t start = (uintptr_t)p & ~(uintptr_t)4095;
  size_t pages = ((uintptr_t)p + size - start + 4095) / 4096, n = 0;
  if (pages > sizeof there || mincore((void *)start, pages * 4096, there))
    return -1;
  for (size_t i = 0; i < pages; ++i)
    n += there[i] & 1;
  return (double)n;
}

/* In a child: the first block of the size, then a loop with some alive. */
static struct sample measured(enum way way, enum use use, size_t size) {
  enum { ALIVE = 8 };
  struct sample sample;
  void *alive[ALIVE] = {0};
  const size_t many = size <= 65536 ? ALIVE : 1;
  const double work = 4e5; /* nanoseconds of a sample */
  /* The code is there, the allocator set up. */
  static char warm[1 << 18];
  memset(warm, 0, sizeof warm);
  ZP_FN(zero_fresh_block)(warm, sizeof warm, 0);
  used(use, warm, sizeof warm);
  free(allocate(way, 24));
  now();
  double start = now();
  char *p = allocate(way, size);
  if (!p)
    _exit(2);
  used(use, p, size);
  sample.time[FIRST] = now() - start;
  sample.resident = use == NONE ? resident(p, size) : 0;
  free(p);
  /* The allocator has what it needs before the first turn that counts; then
   * turns are doubled until they take long enough, and the last ones count. */
  size_t turns = size <= 1 << 20 ? 2 * ALIVE : 2;
  for (int counts = 0;; turns *= 2, counts = 1) {
    start = now();
    for (size_t i = 0; i < turns; ++i) {
      void **slot = &alive[i % many];
      free(*slot);
      *slot = allocate(way, size);
      used(use, *slot, size);
    }
    double took = now() - start;
    sample.time[STEADY] = took / (double)turns;
    if (counts && took >= work)
      return sample;
    if (took >= work)
      turns = 2;
  }
}

static struct sample sampled(enum way way, enum use use, size_t size) {
  struct sample sample;
  int ends[2];
  if (pipe(ends))
    exit(1);
  pid_t child = fork();
  if (!child) {
    sample = measured(way, use, size);
    _exit(write(ends[1], &sample, sizeof sample) != sizeof sample);
  }
  close(ends[1]);
  if (child < 0 || read(ends[0], &sample, sizeof sample) != sizeof sample) {
    fprintf(stderr, "zeropass-policy: no memory for %zu bytes\n", size);
    exit(1);
  }
  close(ends[0]);
  waitpid(child, NULL, 0);
  return sample;
}

static int by_value(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

struct quartiles {
  double low, median, high;
};

static struct quartiles quartiles(double *values, int n) {
  qsort(values, (size_t)n, sizeof *values, by_value);
  return (struct quartiles){values[n / 4], values[n / 2],
                            values[n - 1 - n / 4]};
}

enum { ROUNDS_MAX = 401 };

struct row {
  size_t size;
  double miss[WAYS];     /* worst time over the better of M and C */
  double gain[WAYS];     /* sum of the logarithms of all cells' misses */
  double resident[WAYS]; /* pages of an untouched block */
};

static void measure_cell(struct row *row, enum use use, int rounds,
                         int verbose) {
  static double time[WHENS][WAYS][ROUNDS_MAX], ratio[WHENS][WAYS][ROUNDS_MAX];
  for (int round = 0; round < rounds; ++round) {
    struct sample sample[WAYS];
    int first = rand() % WAYS, step = 1 + rand() % 2;
    for (int i = 0; i < WAYS; ++i) {
      enum way way = (enum way)((first + i * step) % WAYS);
      sample[way] = sampled(way, use, row->size);
      if (use == NONE)
        row->resident[way] = sample[way].resident;
    }
    for (int when = 0; when < WHENS; ++when)
      for (int way = 0; way < WAYS; ++way) {
        time[when][way][round] = sample[way].time[when];
        ratio[when][way][round] = sample[way].time[when] / sample[M].time[when];
      }
  }
  /* The first small block of a process is all page faults in the code. */
  for (int when = row->size < 16384 ? STEADY : FIRST; when < WHENS; ++when) {
    double median[WAYS], better;
    if (verbose)
      printf("    %-16s %-7s", use_names[use],
             when == FIRST ? "first" : "steady");
    for (int way = 0; way < WAYS; ++way) {
      struct quartiles r = quartiles(ratio[when][way], rounds);
      median[way] = quartiles(time[when][way], rounds).median;
      if (verbose && way == M)
        printf("  %11.0f ns", median[M]);
      else if (verbose)
        printf("   %6.2f %6.2f %6.2f", r.low, r.median, r.high);
    }
    better = median[M] < median[C] ? median[M] : median[C];
    for (int way = 0; way < WAYS; ++way) {
      double miss = median[way] / better;
      row->gain[way] += log(miss);
      if (miss > row->miss[way])
        row->miss[way] = miss;
    }
    if (verbose)
      putchar('\n');
  }
}

static struct row measure(size_t size, int rounds, int verbose) {
  struct row row = {size, {1, 1, 1}, {0}, {0}};
  if (verbose)
    printf("%zu bytes%*s%14s%23s%23s\n", size, 12, "", "M", "C / M", "F / M");
  for (int use = NONE; use < USES; ++use) {
    if ((use == SPARSE && size <= 2 << 20) || (use == PAGE && size <= 4096))
      continue;
    /* A block of many megabytes takes long, and repeats well. */
    int n = size >= 8 << 20 && rounds > 7 ? 7 : rounds;
    measure_cell(&row, (enum use)use, n, verbose);
  }
  printf("%9zu   %6.2f %6.2f %6.2f     %6.0f %6.0f %6.0f\n", size, row.miss[M],
         row.miss[C], row.miss[F], row.resident[M], row.resident[C],
         row.resident[F]);
  fflush(stdout);
  return row;
}

/* A calloc may become malloc + memset where its block is as resident anyway, or
 * where chunk headers touch every page. */
static int may_memset(const struct row *row) {
  return row->size <= 4096 || row->resident[C] >= row->resident[M];
}

static double cost(const struct row *row, enum way way, int source) {
  const double none = 1.05, gains = 0.002;
  if (source && way == M && !may_memset(row))
    return HUGE_VAL;
  return log(fmax(row->miss[way], none)) + gains * row->gain[way];
}

static void print_limit(const char *what, const struct row *rows, int n,
                        int upto, size_t there) {
  printf("  %-22s", what);
  if (upto == n)
    printf("%11s", "SIZE_MAX");
  else
    printf("%11zu", upto ? rows[upto - 1].size : 0);
  if (there == SIZE_MAX)
    printf("   (allocators.def: %11s)\n", "SIZE_MAX");
  else
    printf("   (allocators.def: %11zu)\n", there);
}

/* The limits for which the sizes together miss least: M up to the first, C up
 * to the second, F up to the third, C above. */
static void print_limits(const char *what, const struct row *rows, int n,
                         int source, size_t memset_up_to, size_t calloc_up_to,
                         size_t fresh_up_to) {
  static double sum[WAYS][SIZES_MAX + 1]; /* of the costs of the first sizes */
  double least = HUGE_VAL;
  int best[3] = {0};
  for (int way = 0; way < WAYS; ++way)
    for (int i = 0; i < n; ++i)
      sum[way][i + 1] = sum[way][i] + cost(&rows[i], (enum way)way, source);
  for (int i = 0; i <= n && sum[M][i] < HUGE_VAL; ++i)
    for (int j = i; j <= n; ++j)
      for (int k = j; k <= n; ++k) {
        double all = sum[M][i] + sum[C][j] - sum[C][i] + sum[F][k] - sum[F][j] +
                     sum[C][n] - sum[C][k];
        if (k == j && k < n) /* no F at all: C to the end */
          continue;
        if (all < least)
          least = all, best[0] = i, best[1] = j, best[2] = k;
      }
  printf("%s:\n", what);
  print_limit("malloc + memset up to", rows, n, best[0], memset_up_to);
  print_limit("calloc up to", rows, n, best[1], calloc_up_to);
  print_limit("zero_fresh up to", rows, n, best[2], fresh_up_to);
}

int main(int argc, char **argv) {
  static const char *const names[] = {
      "",
#define ZP_ALLOCATOR(id, name, ...) name,
#include "allocators.def"
  };
  static struct row rows[SIZES_MAX];
  int rounds = 21, verbose = 0, n = 0, option;
  while ((option = getopt(argc, argv, "r:v")) != -1)
    if (option == 'v')
      verbose = 1;
    else if (option != 'r' || (rounds = atoi(optarg)) < 1 ||
             rounds > ROUNDS_MAX) {
      fprintf(stderr, "usage: %s [-r ROUNDS] [-v] [SIZE...]\n", argv[0]);
      return 2;
    }
  const struct zp_policy *row = zp_policy_now();
  printf("allocator: %s\n\n%9s   %-20s     %s\n%9s   %6s %6s %6s     %6s %6s "
         "%6s\n",
         names[zp_allocator()], "", "times the better",
         "resident pages, untouched", "bytes", "M", "C", "F", "M", "C", "F");
  for (int i = 0; optind + i < argc && n < SIZES_MAX; ++i)
    rows[n++] = measure(strtoull(argv[optind + i], NULL, 0), rounds, verbose);
  if (!n)
    for (; n < (int)(sizeof default_sizes / sizeof *default_sizes); ++n)
      rows[n] = measure(default_sizes[n], rounds, verbose);
  putchar('\n');
  print_limits("a malloc that is then zeroed", rows, n, 0, row->memset_up_to,
               row->calloc_up_to, row->fresh_up_to);
  print_limits("a calloc of the source", rows, n, 1, row->source_memset_up_to,
               row->source_calloc_up_to, row->fresh_up_to);
  return 0;
}
