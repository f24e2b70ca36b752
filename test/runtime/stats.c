/* The statistics: what a program reads of itself.
 *
 * RUN: %clang -O2 %runtime_headers %s %zprt -lcmocka -pthread -o %t
 * RUN: env ZEROPASS_STATS=%t.json %t
 * RUN: env ZEROPASS_STATS=%t.json MALLOC_PERTURB_=165 %t
 * RUN: env ZEROPASS_STATS=%t.json LD_PRELOAD=%jemalloc %t
 * RUN: env ZEROPASS_STATS=%t.json LD_PRELOAD=%mimalloc %t
 * RUN: env ZEROPASS_STATS=%t.json LD_PRELOAD=%tcmalloc %t
 * RUN: env ZEROPASS_STATS=%t.json %valgrind -q --error-exitcode=9 %t
 * RUN: %python -m json.tool %t.json
 * RUN: %t
 * RUN: %clang -O2 %runtime_headers %s %zprt_shared -Wl,-rpath,%zprt_dir -lcmocka -pthread -o %t.shared
 * RUN: env ZEROPASS_STATS=%t.json %t.shared
 * RUN: %t.shared
 * REQUIRES: cmocka, jemalloc, mimalloc, tcmalloc, valgrind
 */
#include <zeropass/zeropass.h>

#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static struct zp_stats before, after;

static void get(struct zp_stats *stats) {
  stats->size = sizeof *stats;
  assert_int_equal(zp_stats_get(stats), 0);
  assert_int_equal(stats->enabled, !!getenv("ZEROPASS_STATS"));
}

/* Needs statistics: a run without checks that nothing is counted then. */
static int off(void) { return !getenv("ZEROPASS_STATS"); }

static size_t find(const char *name) {
  for (size_t v = 0; v < before.variants; ++v)
    if (!strcmp(before.variant[v].name, name))
      return v;
  fail_msg("no variant %s", name);
  return 0;
}

/* All calls between before and after, and of them those of one variant. */
static uint64_t calls(const char *name) {
  uint64_t n = 0;
  for (size_t v = 0; v < after.variants; ++v)
    for (int c = 0; c < ZP_STATS_CLASSES; ++c)
      if (!name || v == find(name))
        n += after.variant[v].calls[c] - before.variant[v].calls[c];
  return n;
}

static uint64_t bytes(const char *name) {
  uint64_t n = 0;
  for (int c = 0; c < ZP_STATS_CLASSES; ++c)
    n += after.variant[find(name)].bytes[c] -
         before.variant[find(name)].bytes[c];
  return n;
}

static uint64_t failed(const char *name) {
  uint64_t n = 0;
  for (size_t v = 0; v < after.variants; ++v)
    if (!name || v == find(name))
      n += after.variant[v].failed - before.variant[v].failed;
  return n;
}

/* That what lay between was one call of the variant for so many bytes. */
static void check_one(const char *name, size_t size) {
  get(&after);
  assert_int_equal(calls(NULL), !off());
  assert_int_equal(calls(name), !off());
  assert_int_equal(bytes(name), off() ? 0 : size);
  assert_int_equal(failed(NULL), 0);
  get(&before);
}

static const size_t sizes[] = {1, 100, 3000, 70000, 3000000};

static void *operator_new(size_t size) { return malloc(size); }
static void *operator_new_nothrow(size_t size, const void *tag) {
  (void)tag;
  return malloc(size);
}
static void *operator_new_aligned(size_t size, size_t align) {
  void *p = NULL;
  return posix_memalign(&p, align, size) ? NULL : p;
}
static void *operator_new_aligned_nothrow(size_t size, size_t align,
                                          const void *tag) {
  (void)tag;
  return operator_new_aligned(size, align);
}

static void every_call_counts_once(void **state) {
  (void)state;
  get(&before);
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; ++i) {
    const size_t size = sizes[i], rounded = (size + 63) & ~(size_t)63;
    void *p, *q = NULL;
    free(zp_zalloc(size));
    check_one("zalloc", size);
    free(zp_zalloc_large(size));
    check_one("zalloc_large", size);
    free(zp_calloc(size, 1));
    check_one("calloc", size);
    p = malloc(size);
    zp_zero_fresh(p, size);
    check_one("zero_fresh", size);
    p = zp_rezalloc(p, size, 2 * size);
    check_one("rezalloc", 2 * size);
    p = zp_rezallocarray(p, 2, 3, size);
    check_one("rezallocarray", 3 * size);
    p = zp_aligned_realloc(p, 64, 1, size);
    check_one("aligned_realloc", size);
    free(p);
    free(zp_zalloc_aligned(64, rounded));
    check_one("zalloc_aligned", rounded);
    assert_int_equal(zp_posix_zalloc(&q, 64, size), 0);
    check_one("posix_zalloc", size);
    free(q);
    free(zp_new_zalloc(size, operator_new));
    check_one("new_zalloc", size);
    free(zp_new_zalloc_nothrow(size, NULL, operator_new_nothrow));
    check_one("new_zalloc_nothrow", size);
    free(zp_new_zalloc_aligned(size, 64, operator_new_aligned));
    check_one("new_zalloc_aligned", size);
    free(zp_new_zalloc_aligned_nothrow(size, 64, NULL,
                                       operator_new_aligned_nothrow));
    check_one("new_zalloc_aligned_nothrow", size);
  }
}

static void counted_calls_are_a_variant_of_their_own(void **state) {
  (void)state;
  get(&before);
  void *p = zp_counted_malloc(100);
  check_one("counted", 100);
  p = zp_counted_rezalloc(p, 100, 5000);
  check_one("counted", 5000);
  p = zp_counted_realloc(p, 5000, 50);
  check_one("counted", 50);
  zp_counted_free(p, 50);
  p = zp_counted_zalloc(300000);
  check_one("counted", 300000);
  zp_counted_free(p, 300000);
  p = zp_counted_calloc(30, 100);
  check_one("counted", 3000);
  zp_counted_free(p, 3000);
}

static void sizes_fall_into_classes(void **state) {
  (void)state;
  const struct {
    size_t size;
    int size_class;
  } cases[] = {{0, 0},    {1, 0},    {16, 0},       {17, 1},
               {32, 1},   {33, 2},   {1024, 6},     {1025, 7},
               {4096, 8}, {4097, 9}, {1 << 20, 16}, {(1 << 20) + 1, 17}};
  if (off())
    skip();
  const size_t v = find("zalloc");
  for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
    get(&before);
    free(zp_zalloc(cases[i].size));
    get(&after);
    for (int c = 0; c < ZP_STATS_CLASSES; ++c) {
      const int here = c == cases[i].size_class;
      assert_int_equal(after.variant[v].calls[c] - before.variant[v].calls[c],
                       here);
      assert_int_equal(after.variant[v].bytes[c] - before.variant[v].bytes[c],
                       here ? cases[i].size : 0);
    }
  }
}

static void failures_are_counted_apart(void **state) {
  (void)state;
  volatile size_t huge = PTRDIFF_MAX / 2;
  void *p = malloc(10), *q = NULL;
  get(&before);
  assert_null(zp_zalloc(huge));
  assert_null(zp_zalloc_large(huge));
  assert_null(zp_calloc(huge, 16));
  assert_null(zp_rezalloc(p, 10, huge));
  assert_null(zp_rezallocarray(p, 10, huge, 16));
  assert_null(zp_aligned_realloc(p, 64, 10, huge));
  assert_null(zp_zalloc_aligned(3, 3));
  assert_int_equal(zp_posix_zalloc(&q, 3, 3), EINVAL);
  assert_null(zp_counted_malloc(huge));
  assert_null(zp_counted_calloc(huge, 16));
  get(&after);
  assert_int_equal(calls(NULL), 0);
  assert_int_equal(failed(NULL), off() ? 0 : 10);
  assert_int_equal(failed("calloc"), !off());
  assert_int_equal(failed("posix_zalloc"), !off());
  assert_int_equal(failed("counted"), off() ? 0 : 2);
  free(p);
}

static int is_glibc(void) { return !strcmp(before.allocator, "glibc"); }

static void allocator_is_named(void **state) {
  (void)state;
  get(&before);
  assert_non_null(before.allocator);
  if (is_glibc())
    assert_true(before.allocator_version[0] >= '2');
  else
    assert_string_equal(before.allocator_version, "");
}

static void fresh_bytes_are_told(void **state) {
  (void)state;
  const size_t size = 16 << 20;
  get(&before);
  if (off() || !is_glibc() || getenv("MALLOC_PERTURB_"))
    skip();
  char *p = malloc(size);
  p[size / 2] = 1;
  zp_zero_fresh(p, size);
  get(&after);
  assert_in_range(after.fresh_bytes - before.fresh_bytes, size / 2, size);
  free(p);
  get(&before);
  free(zp_zalloc(64 << 20));
  get(&after);
  assert_int_equal(after.fresh_bytes - before.fresh_bytes, 64 << 20);
}

static void growth_of_the_heap_is_seen(void **state) {
  (void)state;
  enum { BLOCKS = 2000 };
  void *blocks[BLOCKS];
  get(&before);
  if (off() || !is_glibc())
    skip();
  for (int i = 0; i < BLOCKS; ++i)
    blocks[i] = zp_zalloc(10000);
  get(&after);
  assert_in_range(after.brk_growths - before.brk_growths, 1, BLOCKS);
  assert_int_equal(after.mmap_growths - before.mmap_growths, 0);
  for (int i = 0; i < BLOCKS; ++i)
    free(blocks[i]);
  get(&before);
  void *p = zp_zalloc(64 << 20), *q = zp_zalloc_large(64 << 20);
  get(&after);
  assert_int_equal(after.brk_growths - before.brk_growths, 0);
  assert_int_equal(after.mmap_growths - before.mmap_growths, 2);
  free(p);
  free(q);
}

static void page_faults_are_told(void **state) {
  (void)state;
  if (off())
    skip();
  get(&before);
  char *p = zp_zalloc(1 << 20);
  memset(p, 1, 1 << 20);
  __asm__ volatile("" : : "r"(p) : "memory");
  get(&after);
  assert_true(after.minor_faults > 0);
  assert_true(after.minor_faults >= before.minor_faults);
  free(p);
}

static void errno_stays(void **state) {
  (void)state;
  struct zp_stats wrong = {.size = 3};
  free(zp_zalloc(100000));
  errno = 4321;
  free(zp_zalloc(100000));
  get(&after);
  assert_int_equal(zp_stats_get(&wrong), EINVAL);
  assert_int_equal(errno, 4321);
}

enum { THREADS = 40, ROUNDS = 200 }; /* more than there are shards */
static pthread_barrier_t start;

static void *allocate(void *arg) {
  (void)arg;
  pthread_barrier_wait(&start);
  for (int i = 0; i < ROUNDS; ++i)
    free(zp_zalloc(40));
  return NULL;
}

/* Also those that have ended, or begin where one has ended. */
static void threads_are_counted_exactly(void **state) {
  (void)state;
  get(&before);
  pthread_barrier_init(&start, NULL, THREADS);
  for (int round = 0; round < 2; ++round) {
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; ++i)
      assert_int_equal(pthread_create(&threads[i], NULL, allocate, NULL), 0);
    for (int i = 0; i < THREADS; ++i)
      pthread_join(threads[i], NULL);
  }
  pthread_barrier_destroy(&start);
  get(&after);
  assert_int_equal(calls("zalloc"), off() ? 0 : 2 * THREADS * ROUNDS);
  assert_int_equal(bytes("zalloc"), off() ? 0 : 2 * THREADS * ROUNDS * 40);
}

static void a_child_counts_from_zero(void **state) {
  (void)state;
  free(zp_zalloc(40));
  fflush(NULL);
  pid_t child = fork();
  if (!child) {
    memset(&before, 0, sizeof before);
    before.size = sizeof before;
    zp_stats_get(&before); /* the names */
    const size_t v = find("zalloc");
    free(zp_zalloc(40));
    zp_stats_get(&before);
    _exit(before.variant[v].calls[2] != (off() ? 0 : 1));
  }
  int status;
  waitpid(child, &status, 0);
  assert_int_equal(status, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_call_counts_once),
      cmocka_unit_test(counted_calls_are_a_variant_of_their_own),
      cmocka_unit_test(sizes_fall_into_classes),
      cmocka_unit_test(failures_are_counted_apart),
      cmocka_unit_test(allocator_is_named),
      cmocka_unit_test(fresh_bytes_are_told),
      cmocka_unit_test(growth_of_the_heap_is_seen),
      cmocka_unit_test(page_faults_are_told),
      cmocka_unit_test(errno_stays),
      cmocka_unit_test(threads_are_counted_exactly),
      cmocka_unit_test(a_child_counts_from_zero),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
