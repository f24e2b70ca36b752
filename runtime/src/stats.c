/*===- stats.c - calls, bytes and growth per variant and size class --------===*
 *
 * Counters in shards, each with its cache lines; a thread adds to the one that
 * it was given on its first call. So no lock is taken and no count is lost, and
 * nothing need be done when a thread ends. The shards lie in memory that reads
 * as zero again in a child made by fork, which thus counts from zero.
 *
 *===----------------------------------------------------------------------===*/
#include "stats.h"
#include "allocator.h"
#include "os.h"
#include "pages.h"
#include "settings.h"
#include <errno.h>
#include <stdint.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>
#include <zeropass/zeropass.h>
#ifdef __GLIBC__
#include <gnu/libc-version.h>
#endif

enum { ZP_SHARDS = 32, ZP_LONGEST_NAME = 4096, ZP_NAME_ROOM = 2 };

/* Counters only: zp_sum adds them up as an array of numbers. */
struct zp_counters {
  uint64_t calls[ZP_VARIANTS][ZP_STATS_CLASSES];
  uint64_t bytes[ZP_VARIANTS][ZP_STATS_CLASSES];
  uint64_t failed[ZP_VARIANTS];
  uint64_t fresh, brk_growths, mmap_growths;
};

struct zp_shard {
  _Alignas(64) struct zp_counters counters;
};

_Static_assert(ZP_VARIANTS <= sizeof((struct zp_stats *)0)->variant /
                                  sizeof(struct zp_stats_variant),
               "a variant more than struct zp_stats has room for");

int ZP_FN(stats_on);

/* Where the kernel cannot wipe memory on fork. */
static struct zp_shard zp_shards_kept[ZP_SHARDS];
static struct zp_shard *zp_shards = zp_shards_kept;
static long zp_started_by; /* the process */

static unsigned zp_shards_given;
static uintptr_t zp_break_seen;
static char zp_file[ZP_LONGEST_NAME];
static int zp_to_file;

static _Thread_local struct {
  unsigned shard; /* counted from 1 */
  int muted;
} zp_thread;

static struct zp_counters *zp_mine(void) {
  if (!zp_thread.shard)
    zp_thread.shard =
        1 +
        __atomic_fetch_add(&zp_shards_given, 1, __ATOMIC_RELAXED) % ZP_SHARDS;
  return &zp_shards[zp_thread.shard - 1].counters;
}

static void zp_add(uint64_t *counter, uint64_t n) {
  __atomic_fetch_add(counter, n, __ATOMIC_RELAXED);
}

static unsigned zp_size_class(size_t size) {
  if (size <= 16)
    return 0;
  unsigned c = 64 - (unsigned)__builtin_clzll(size - 1) - 4;
  return c < ZP_STATS_CLASSES ? c : ZP_STATS_CLASSES - 1;
}

static void zp_see_break(struct zp_counters *mine) {
  uintptr_t now = (uintptr_t)sbrk(0);
  uintptr_t last = __atomic_load_n(&zp_break_seen, __ATOMIC_RELAXED);
  if (now != last &&
      __atomic_compare_exchange_n(&zp_break_seen, &last, now, 0,
                                  __ATOMIC_RELAXED, __ATOMIC_RELAXED) &&
      now > last)
    zp_add(&mine->brk_growths, 1);
}

void ZP_FN(stats_count_call)(enum zp_variant variant, void *p, size_t size) {
  if (zp_thread.muted)
    return;
  const int error = errno;
  struct zp_counters *mine = zp_mine();
  if (p || !size) {
    const unsigned c = zp_size_class(size);
    zp_add(&mine->calls[variant][c], 1);
    zp_add(&mine->bytes[variant][c], size);
    if (variant != ZP_V_ZERO_FRESH && p && zp_mapped_alone(p, size).bytes)
      zp_add(&mine->mmap_growths, 1);
    zp_see_break(mine);
  } else {
    zp_add(&mine->failed[variant], 1);
  }
  errno = error;
}

void ZP_FN(stats_count_fresh)(size_t bytes) {
  zp_add(&zp_mine()->fresh, bytes);
}

void ZP_FN(stats_mute)(int more) { zp_thread.muted += more; }

const char *ZP_FN(stats_start)(const char *file) {
  if (file) {
    /* Where it is meant to be, wherever the program goes later. */
    size_t start = 0;
    if (*file != '/') {
      if (!getcwd(zp_file, sizeof zp_file - ZP_NAME_ROOM))
        return "name a file from the root, the current folder has no name";
      start = strlen(zp_file);
      zp_file[start++] = '/';
    }
    if (start + strlen(file) >= sizeof zp_file)
      return "give it 1 or a shorter name of a file";
    strcpy(zp_file + start, file);
    zp_to_file = 1;
  }
  zp_started_by = zp_os_pid();
  zp_break_seen = (uintptr_t)sbrk(0);
  struct zp_shard *wiped = zp_os_map_wiped_on_fork(sizeof zp_shards_kept);
  if (wiped)
    zp_shards = wiped;
  __atomic_store_n(&ZP_FN(stats_on), 1, __ATOMIC_RELEASE);
  /* Again, now that the hot path has to be left. */
  zp_keep_allocator(zp_allocator());
  return NULL;
}

static void zp_sum(struct zp_counters *sum) {
  enum { N = sizeof *sum / sizeof(uint64_t) };
  memset(sum, 0, sizeof *sum);
  for (int s = 0; s < ZP_SHARDS; ++s)
    for (int i = 0; i < N; ++i)
      ((uint64_t *)sum)[i] += __atomic_load_n(
          (uint64_t *)&zp_shards[s].counters + i, __ATOMIC_RELAXED);
}

static const char *const zp_variant_names[] = {
#define ZP_VARIANT(id, name) name,
#include "variants.def"
};

static const char *const zp_allocator_names[] = {
    "", /* ZP_NOT_ASKED */
#define ZP_ALLOCATOR(id, name, ...) name,
#include "allocators.def"
};

static const char *zp_allocator_version(enum zp_allocator id) {
#ifdef __GLIBC__
  if (id == ZP_GLIBC)
    return gnu_get_libc_version();
#endif
  (void)id;
  return "";
}

ZP_ENTRY int zp_stats_get(struct zp_stats *stats) {
  if (stats->size != sizeof *stats)
    return EINVAL;
  memset(stats, 0, sizeof *stats);
  stats->size = sizeof *stats;
  stats->enabled = zp_stats_on();
  const enum zp_allocator id = zp_allocator();
  stats->allocator = zp_allocator_names[id];
  stats->allocator_version = zp_allocator_version(id);
  stats->variants = ZP_VARIANTS;
  for (int v = 0; v < ZP_VARIANTS; ++v)
    stats->variant[v].name = zp_variant_names[v];
  if (!stats->enabled)
    return 0;
  struct zp_counters sum;
  zp_sum(&sum);
  for (int v = 0; v < ZP_VARIANTS; ++v) {
    memcpy(stats->variant[v].calls, sum.calls[v], sizeof sum.calls[v]);
    memcpy(stats->variant[v].bytes, sum.bytes[v], sizeof sum.bytes[v]);
    stats->variant[v].failed = sum.failed[v];
  }
  stats->fresh_bytes = sum.fresh;
  stats->brk_growths = sum.brk_growths;
  stats->mmap_growths = sum.mmap_growths;
  struct rusage usage;
  if (!getrusage(RUSAGE_SELF, &usage)) {
    stats->minor_faults = (uint64_t)usage.ru_minflt;
    stats->major_faults = (uint64_t)usage.ru_majflt;
  }
  return 0;
}

/* A destructor comes after the program's own exit handlers, and counts what
 * they call. */
__attribute__((destructor)) static void zp_report_at_exit(void) {
  if (!zp_stats_on())
    return;
  static struct zp_stats stats; /* some stacks have little room at exit */
  stats.size = sizeof stats;
  zp_stats_get(&stats);
  ZP_FN(stats_report)
  (&stats, zp_to_file ? zp_file : NULL,
   zp_shards == zp_shards_kept && zp_started_by != zp_os_pid());
}
