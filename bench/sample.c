// One sample of the table: see sample.h.
//
// Each sample has a child process of its own, so none profits from what an
// earlier one left in the allocator, and every one has its pages and places
// anew. All children of a round are forked from the same parent: they begin
// alike. The parent itself allocates nothing after its start.
#define _GNU_SOURCE
#include "sample.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
  RING_SLOTS = 1 << 18,
  PAGE = 4096,
  PAGES_MOST = (128 << 20) / PAGE, // of the largest block
  AREAS_MOST = 64
};

// What a child hands back.
struct zp_shared *zp_shared;

static void **ring;
static unsigned char *residency;

// The program's own files as they are mapped.
static struct {
  char *start;
  size_t bytes;
  int advice;
} areas[AREAS_MOST];
static size_t area_count;

// Uses

static void one_byte_2mb(char *p, size_t size) {
  for (size_t i = 0; i < size; i += 2 << 20)
    p[i] = 1;
}

static void one_byte_page(char *p, size_t size) {
  for (size_t i = 0; i < size; i += PAGE)
    p[i] = 1;
}

static void read_all(char *p, size_t size) {
  uint64_t sum = 0, word;
  size_t i = 0;
  for (; i + sizeof word <= size; i += sizeof word) {
    memcpy(&word, p + i, sizeof word);
    sum += word;
  }
  for (; i < size; i++)
    sum += (unsigned char)p[i];
  __asm__ volatile("" : : "r"(sum));
}

static void write_all(char *p, size_t size) { memset(p, 1, size); }

const struct zp_use zp_uses[] = {{"untouched", NULL},
                                 {"byte-per-2mb", one_byte_2mb},
                                 {"byte-per-page", one_byte_page},
                                 {"read", read_all},
                                 {"written", write_all},
                                 {NULL, NULL}};

// Set-up

// Processor time: the turn of another program does not lengthen it.
static double clock_ns(void) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

// What one look at the clock costs; the least of many, as it is taken off.
static double clock_cost;

static void measure_clock(void) {
  clock_cost = 1e9;
  double before = clock_ns();
  for (int i = 0; i < 1000; i++) {
    double now = clock_ns();
    if (now - before < clock_cost)
      clock_cost = now - before;
    before = now;
  }
}

// The figure in kB behind `key` in /proc/self/status; no allocation.
long zp_status_kb(const char *key) {
  static char text[4096];
  int file = open("/proc/self/status", O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return 0;
  ssize_t got = read(file, text, sizeof text - 1);
  close(file);
  text[got > 0 ? got : 0] = 0;
  const char *line = strstr(text, key);
  return line ? strtol(line + strlen(key), NULL, 10) : 0;
}

// Notes where the program's files are mapped, the zeroed data behind each of
// them included, so that a child can fault them in before the clock starts.
static void find_areas(void) {
  static char text[64 * 1024];
  int file = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
  size_t length = 0;
  ssize_t got;
  while (file >= 0 && length < sizeof text - 1 &&
         (got = read(file, text + length, sizeof text - 1 - length)) > 0)
    length += (size_t)got;
  if (file >= 0)
    close(file);
  text[length] = 0;
  unsigned long end_of_data = 0;
  for (char *line = text; *line && area_count < AREAS_MOST;) {
    char *newline = strchr(line, '\n');
    if (!newline)
      break;
    *newline = 0;
    char *rest;
    unsigned long start = strtoul(line, &rest, 16);
    unsigned long end = strtoul(rest + 1, &rest, 16);
    const char *rights = rest + 1;
    int of_file = strchr(line, '/') != NULL, writable = rights[1] == 'w';
    int of_bss = writable && start == end_of_data && end - start < 1 << 20 &&
                 !strchr(line, '[');
    if (rights[3] == 'p' && rights[0] == 'r' && (of_file || of_bss)) {
      areas[area_count].start = (char *)start;
      areas[area_count].bytes = end - start;
      areas[area_count++].advice =
          writable ? 23 /* MADV_POPULATE_WRITE */ : 22 /* ..._READ */;
    }
    end_of_data = of_file && writable ? end : 0;
    line = newline + 1;
  }
}

static void *shared_memory(size_t bytes) {
  void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                 MAP_SHARED | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
  return p == MAP_FAILED ? NULL : p;
}

int zp_sample_init(void) {
  zp_shared = shared_memory(sizeof *zp_shared);
  ring = shared_memory(RING_SLOTS * sizeof *ring);
  residency = shared_memory(PAGES_MOST);
  find_areas();
  measure_clock();
  return zp_shared && ring && residency;
}

// Children

void zp_fault_in(const struct zp_job *job) {
  for (size_t i = 0; i < area_count; i++)
    madvise(areas[i].start, areas[i].bytes, areas[i].advice);
  for (size_t i = 0; i <= job->mask; i += PAGE / sizeof *ring)
    *(void *volatile *)&ring[i] = NULL;
}

static size_t power_of_two(size_t least) {
  size_t n = 1;
  while (n < least)
    n *= 2;
  return n;
}

// The blocks of a cell: several alive where they are small, and in a first use
// all of them.
struct zp_job zp_job_of(const struct zp_cell *cell) {
  struct zp_job job = {cell->size, 1, 0, ring, cell->use->use};
  if (cell->state == ZP_FIRST) {
    job.count = cell->total / cell->size;
    if (job.count < 1)
      job.count = 1;
    if (job.count > RING_SLOTS)
      job.count = RING_SLOTS;
    job.mask = power_of_two(job.count) - 1;
  } else if (cell->size <= 8192) {
    job.mask = 7;
  }
  memset(ring, 0, (job.mask + 1) * sizeof *ring);
  return job;
}

// The clock's own cost varies: what is left may be nothing, or less. From it
// the next count is made, so it has to be something.
static double timed(const struct zp_way *way, struct zp_job *job,
                    size_t count) {
  const double least = 0.1;
  job->count = count;
  double begin = clock_ns();
  way->run(job);
  double each = (clock_ns() - begin - clock_cost) / (double)count;
  return each > least ? each : least;
}

// Until the allocator is where it will stay. Beyond 32 MB glibc maps each block
// anew, which shows by the third one; below, its third is the first that comes
// from recycled memory. (The second may be as dear for once: pages that the
// first was only read from are supplied when it is cleared.) Returns the time
// of the last block.
static double warm_up(const struct zp_way *way, struct zp_job *job) {
  const double dear = 20e6, enough = 300e3;
  double first = timed(way, job, 1);
  double last = timed(way, job, 1);
  if (last > dear && last > first / 2) {
    last = timed(way, job, 1);
    if (last > dear)
      return last;
  }
  last = timed(way, job, 2);
  double spent = 0;
  for (size_t done = 4; spent < enough && done < 4096; done += 16) {
    last = timed(way, job, last > enough ? 1 : 16);
    spent += last * (last > enough ? 1 : 16);
  }
  return last;
}

static int by_value(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

// The median of a few batches.
static double steady(const struct zp_way *way, struct zp_job *job) {
  enum { BATCHES = 5 };
  const double batch = 150e3, dear = 5e6;
  double each = warm_up(way, job);
  if (each > 4 * dear)
    return each;
  if (each > dear)
    return timed(way, job, 1);
  const size_t most = 100 * 1000;
  size_t count = each < batch ? (size_t)(batch / each) : 1;
  if (count > most)
    count = most;
  double times[BATCHES];
  for (int i = 0; i < BATCHES; i++)
    times[i] = timed(way, job, count);
  qsort(times, BATCHES, sizeof *times, by_value);
  return times[BATCHES / 2];
}

static void sample(const struct zp_way *way, const struct zp_cell *cell) {
  struct zp_job job = zp_job_of(cell);
  zp_fault_in(&job);
  long before = zp_status_kb("VmRSS:");
  if (way->setup)
    way->setup();
  double time = cell->state == ZP_STEADY ? steady(way, &job)
                                         : timed(way, &job, job.count);
  // The last block is alive: what was resident at most is exact.
  zp_shared->sample.kilobytes = zp_status_kb("VmHWM:") - before;
  zp_shared->sample.nanoseconds = time;
}

int zp_in_child(zp_deed *deed, const struct zp_way *way,
                const struct zp_cell *cell) {
  zp_shared->sample.nanoseconds = -1;
  zp_shared->answer = -1;
  pid_t child = fork();
  if (child == 0) {
    deed(way, cell);
    _exit(0);
  }
  int status;
  return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}

int zp_take(const struct zp_way *way, const struct zp_cell *cell,
            struct zp_sample *result) {
  if (!zp_in_child(sample, way, cell) || zp_shared->sample.nanoseconds < 0)
    return 0;
  *result = zp_shared->sample;
  return 1;
}

// In its place: of a block that malloc has just returned and that is then
// cleared and used.
static void sample_mincore(const struct zp_way *way,
                           const struct zp_cell *cell) {
  enum { MOST = 16, LARGE = 4 << 20 };
  struct zp_job job = zp_job_of(cell);
  zp_fault_in(&job);
  int count = 1;
  if (cell->state == ZP_STEADY) {
    warm_up(way, &job);
    count = cell->size < LARGE ? MOST : 2;
  }
  char *block = job.ring[0];
  double times[MOST];
  for (int i = 0; i < count; i++) {
    free(block);
    block = malloc(cell->size);
    uintptr_t start = ((uintptr_t)block + PAGE - 1) & -(uintptr_t)PAGE;
    uintptr_t end = ((uintptr_t)block + cell->size) & -(uintptr_t)PAGE;
    memset(residency, 1, cell->size / PAGE);
    double begin = clock_ns();
    if (end > start && mincore((void *)start, end - start, residency) != 0)
      return;
    double time = clock_ns() - begin - clock_cost;
    times[i] = time > 0 ? time : 0;
    if (i + 1 == count)
      break;
    memset(block, 0, cell->size);
    if (job.use)
      job.use(block, cell->size);
  }
  qsort(times, (size_t)count, sizeof *times, by_value);
  zp_shared->sample.nanoseconds = times[count / 2];
  zp_shared->sample.kilobytes = 0;
}

int zp_take_mincore(const struct zp_way *malloc_memset,
                    const struct zp_cell *cell, struct zp_sample *result) {
  if (!zp_in_child(sample_mincore, malloc_memset, cell) ||
      zp_shared->sample.nanoseconds < 0)
    return 0;
  *result = zp_shared->sample;
  return 1;
}
