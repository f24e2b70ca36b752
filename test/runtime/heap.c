/* The heap's size, as compiled in and by call: one behaviour each, in a process
 * of its own, because mallopt is for good.
 *
 * RUN: %clang -O2 %runtime_headers %s %zprt -lcmocka -pthread -o %t
 * RUN: %t
 * RUN: env GLIBC_TUNABLES=glibc.malloc.tcache_count=0 %t
 * RUN: %clang -O2 %runtime_headers %s %zprt_shared -Wl,-rpath,%zprt_dir -lcmocka -pthread -o %t.shared
 * RUN: %t.shared
 * RUN: %clang -O2 %embedded %s %bodies -lcmocka -pthread -o %t.embedded
 * RUN: %t.embedded
 * RUN: %clang -O2 -fno-pic -no-pie %embedded %s %bodies -lcmocka -pthread -o %t.fixed
 * RUN: %t.fixed
 * REQUIRES: cmocka
 */
#ifdef ZP_EMBEDDED
#include "entries.h"
#else
#include <zeropass/zeropass.h>
#endif

#include <errno.h>
#include <malloc.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

enum { MB = 1 << 20 };

#ifndef ZP_EMBEDDED
#define ZP_FN(name) __zp_##name
void __zp_heap(size_t initial, size_t increment); /* for rewritten code */
#endif

static void set_heap(size_t initial, size_t increment) {
#ifdef ZP_EMBEDDED
  ZP_FN(heap)(initial, increment);
#else
  assert_int_equal(zp_heap_configure(initial, increment), 0);
#endif
}

/* Runs the rest of a test in a child; true there. */
static int in_child(void) {
  fflush(NULL);
  const pid_t child = fork();
  if (!child)
    return 1;
  int status;
  assert_int_equal(waitpid(child, &status, 0), child);
  assert_int_equal(status, 0);
  return 0;
}

/* In a child, where cmocka's longjmp has nowhere to go. */
#define CHECK(condition)                                                       \
  do {                                                                         \
    if (!(condition)) {                                                        \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);          \
      _exit(1);                                                                \
    }                                                                          \
  } while (0)

static char *heap_end(void) { return sbrk(0); }

static size_t resident(void) {
  long size = 0, pages = 0;
  FILE *file = fopen("/proc/self/statm", "r");
  CHECK(file && fscanf(file, "%ld %ld", &size, &pages) == 2);
  fclose(file);
  return (size_t)pages * (size_t)sysconf(_SC_PAGESIZE);
}

static long faults(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_minflt;
}

extern char _end[]; /* of the program: the heap is behind it */

static int is_in_heap(const char *p) { return p > _end && p < heap_end(); }

static char *filled(size_t size) {
  char *p = malloc(size);
  CHECK(p);
  memset(p, 1, size);
  __asm__ volatile("" : "+r"(p) : : "memory");
  return p;
}

static void initial_heap_is_there_and_not_resident(void **state) {
  (void)state;
  if (in_child()) {
    char *end = heap_end();
    size_t before = resident();
    set_heap(64 * MB, MB);
    CHECK(heap_end() - end > 63 * MB); /* with what is there */
    CHECK(heap_end() - end < 66 * MB);
    CHECK(resident() - before < MB);
    _exit(0);
  }
}

static void initial_heap_may_be_beyond_an_int(void **state) {
  (void)state;
  const size_t initial = (size_t)3 * 1024 * MB;
  if ((size_t)sysconf(_SC_PHYS_PAGES) * 4096 < 2 * initial)
    skip();
  if (in_child()) {
    char *end = heap_end();
    size_t before = resident();
    set_heap(initial, initial);
    CHECK((size_t)(heap_end() - end) > initial - MB);
    CHECK(resident() - before < MB);
    _exit(0);
  }
}

static void blocks_come_from_it_without_growth(void **state) {
  (void)state;
  if (in_child()) {
    set_heap(64 * MB, MB);
    char *end = heap_end();
    for (int i = 0; i < 6; ++i)
      CHECK(is_in_heap(filled(10 * MB)));
    CHECK(heap_end() == end);
    _exit(0);
  }
}

static void then_it_grows_by_the_increment(void **state) {
  (void)state;
  if (in_child()) {
    set_heap(MB, 16 * MB);
    for (int step = 0; step < 3; ++step) {
      char *end = heap_end();
      while (heap_end() == end)
        filled(100000);
      CHECK(heap_end() - end >= 16 * MB);
      CHECK(heap_end() - end < 17 * MB);
    }
    _exit(0);
  }
}

static void what_is_freed_stays(void **state) {
  (void)state;
  if (in_child()) {
    set_heap(MB, MB);
    char *p = filled(80 * MB);
    char *end = heap_end();
    size_t before = resident();
    free(p);
    CHECK(heap_end() == end);
    CHECK(resident() + MB > before);
    _exit(0);
  }
}

/* glibc would map each of them anew whatever its threshold. */
static void blocks_beyond_32_mb_are_recycled(void **state) {
  (void)state;
  if (in_child()) {
    set_heap(100 * MB, 10 * MB);
    free(filled(80 * MB));
    long before = faults();
    for (int i = 0; i < 5; ++i) {
      char *p = filled(80 * MB);
      CHECK(is_in_heap(p));
      free(p);
    }
    CHECK(faults() - before < 100);
    _exit(0);
  }
}

static void *zeroed(size_t size, int by_calloc) {
#ifdef ZP_EMBEDDED
  void *p = by_calloc ? ZP_FN(calloc)(size, 1) : ZP_FN(zalloc)(size);
#else
  void *p = by_calloc ? zp_calloc(size, 1) : zp_zalloc(size);
#endif
  __asm__ volatile("" : "+r"(p) : : "memory");
  CHECK(p && is_in_heap(p));
  return p;
}

/* glibc's calloc clears whatever is in its heap. */
static void zeroed_blocks_stay_fresh(void **state) {
  (void)state;
  for (int by_calloc = 0; by_calloc < 2; ++by_calloc)
    if (in_child()) {
      set_heap(200 * MB, MB);
      size_t before = resident();
      zeroed(80 * MB, by_calloc);
      CHECK(resident() - before < MB);
      _exit(0);
    }
}

static void recycled_zeroed_blocks_are_zero(void **state) {
  (void)state;
  for (int by_calloc = 0; by_calloc < 2; ++by_calloc)
    if (in_child()) {
      set_heap(200 * MB, MB);
      free(filled(40 * MB));
      const char *p = zeroed(80 * MB, by_calloc);
      for (size_t i = 0; i < 80 * (size_t)MB; ++i)
        CHECK(!p[i]);
      _exit(0);
    }
}

static void *use_blocks(void *arg) {
  (void)arg;
  for (size_t size = 100; size < 200 * (size_t)MB; size *= 7)
    free(filled(size));
  return NULL;
}

static void threads_have_blocks_of_every_size(void **state) {
  (void)state;
  if (in_child()) {
    pthread_t threads[3];
    set_heap(64 * MB, 64 * MB);
    for (int i = 0; i < 3; ++i)
      CHECK(!pthread_create(&threads[i], NULL, use_blocks, NULL));
    for (int i = 0; i < 3; ++i)
      CHECK(!pthread_join(threads[i], NULL));
    _exit(0);
  }
}

static void errno_stays(void **state) {
  (void)state;
  if (in_child()) {
    errno = 4321;
    set_heap(64 * MB, MB);
    CHECK(errno == 4321);
    _exit(0);
  }
}

static void a_second_main_leaves_it_alone(void **state) {
  (void)state;
  if (in_child()) {
    ZP_FN(heap)(64 * MB, MB);
    filled(48 * MB);
    char *end = heap_end();
    ZP_FN(heap)(64 * MB, MB);
    CHECK(heap_end() == end);
    _exit(0);
  }
}

/*--- What the user has set holds, knob by knob ------------------------------*/

static void set_heap_with(const char *variable, const char *value) {
  setenv(variable, value, 1);
#ifdef ZP_EMBEDDED
  ZP_FN(heap)(64 * MB, 16 * MB);
#else
  CHECK(zp_heap_configure(64 * MB, 16 * MB) == EPERM);
#endif
}

static void users_top_pad_holds(const char *variable, const char *value) {
  char *end = heap_end();
  set_heap_with(variable, value);
  CHECK(heap_end() == end); /* neither initial heap nor steps */
  CHECK(is_in_heap(filled(40 * (size_t)MB))); /* the rest is set */
}

static void users_mmap_threshold_holds(const char *variable,
                                       const char *value) {
  char *end = heap_end();
  set_heap_with(variable, value);
  CHECK(!is_in_heap(filled(40 * (size_t)MB)));
  while (heap_end() == end)
    filled(100000);
  CHECK(heap_end() - end >= 16 * MB);
}

static void users_trim_threshold_holds(const char *variable,
                                       const char *value) {
  mallopt(M_TRIM_THRESHOLD, 128 * 1024); /* as glibc did with the variable */
  set_heap_with(variable, value);
  char *p = filled(80 * MB);
  CHECK(is_in_heap(p));
  char *end = heap_end();
  free(p);
  CHECK(heap_end() < end);
}

static void check_in_child(void (*check)(const char *, const char *),
                           const char *variable, const char *value) {
  if (in_child()) {
    check(variable, value);
    _exit(0);
  }
}

static void what_the_user_set_holds(void **state) {
  (void)state;
  check_in_child(users_top_pad_holds, "MALLOC_TOP_PAD_", "0");
  check_in_child(users_mmap_threshold_holds, "MALLOC_MMAP_THRESHOLD_",
                 "131072");
  check_in_child(users_mmap_threshold_holds, "MALLOC_MMAP_MAX_", "10");
  check_in_child(users_trim_threshold_holds, "MALLOC_TRIM_THRESHOLD_",
                 "131072");
}

static void what_tunables_set_holds(void **state) {
  (void)state;
  check_in_child(users_top_pad_holds, "GLIBC_TUNABLES",
                 "glibc.malloc.top_pad=0");
  check_in_child(
      users_mmap_threshold_holds, "GLIBC_TUNABLES",
      "glibc.malloc.tcache_count=3:glibc.malloc.mmap_threshold=131072");
  check_in_child(users_mmap_threshold_holds, "GLIBC_TUNABLES",
                 "glibc.malloc.mmap_max=1:a=b");
  check_in_child(users_trim_threshold_holds, "GLIBC_TUNABLES",
                 "::glibc.malloc.trim_threshold=1");
}

/* Of other names, of the beginning of one, and of a value. */
static void other_tunables_are_no_concern(void **state) {
  (void)state;
  if (in_child()) {
    setenv("GLIBC_TUNABLES",
           "glibc.malloc.top_pad_=1:glibc.malloc.arena_max=1:"
           "x=glibc.malloc.mmap_max:xglibc.malloc.mmap_max=1:"
           "glibc.malloc.top_pa=3:glibc.malloc.trim_threshold",
           1);
    setenv("MALLOC_ARENA_MAX", "1", 1);
    char *end = heap_end();
    set_heap(64 * MB, 16 * MB);
    CHECK(heap_end() - end > 63 * MB); /* with what is there */
    CHECK(is_in_heap(filled(80 * MB)));
    _exit(0);
  }
}

/*--- Failure ----------------------------------------------------------------*/

static void a_kernel_that_refuses_is_survived(void **state) {
  (void)state;
  if (in_child()) {
    struct rlimit limit = {256 * (rlim_t)MB, 256 * (rlim_t)MB};
    CHECK(!setrlimit(RLIMIT_DATA, &limit));
    errno = 4321;
#ifdef ZP_EMBEDDED
    ZP_FN(heap)(512 * MB, MB);
#else
    CHECK(zp_heap_configure(512 * MB, MB) == ENOMEM);
#endif
    CHECK(errno == 4321);
    free(filled(10 * MB));
    _exit(0);
  }
}

#ifndef ZP_EMBEDDED
static void senseless_sizes_are_refused(void **state) {
  (void)state;
  char *end = heap_end();
  assert_int_equal(zp_heap_configure(0, MB), EINVAL);
  assert_int_equal(zp_heap_configure(MB, 0), EINVAL);
  assert_int_equal(zp_heap_configure(SIZE_MAX, MB), EINVAL);
  assert_int_equal(zp_heap_configure(MB, SIZE_MAX), EINVAL);
  assert_int_equal(zp_heap_configure(PTRDIFF_MAX, MB), ENOMEM);
  assert_int_equal(zp_heap_configure(MB, PTRDIFF_MAX), ENOMEM);
  assert_ptr_equal(heap_end(), end);
}

static void it_can_be_set_again(void **state) {
  (void)state;
  if (in_child()) {
    set_heap(MB, MB);
    set_heap(MB, 32 * MB);
    char *end = heap_end();
    while (heap_end() == end)
      filled(100000);
    CHECK(heap_end() - end >= 32 * MB);
    _exit(0);
  }
}
#endif

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(initial_heap_is_there_and_not_resident),
      cmocka_unit_test(initial_heap_may_be_beyond_an_int),
      cmocka_unit_test(blocks_come_from_it_without_growth),
      cmocka_unit_test(then_it_grows_by_the_increment),
      cmocka_unit_test(what_is_freed_stays),
      cmocka_unit_test(blocks_beyond_32_mb_are_recycled),
      cmocka_unit_test(zeroed_blocks_stay_fresh),
      cmocka_unit_test(recycled_zeroed_blocks_are_zero),
      cmocka_unit_test(threads_have_blocks_of_every_size),
      cmocka_unit_test(errno_stays),
      cmocka_unit_test(a_second_main_leaves_it_alone),
      cmocka_unit_test(what_the_user_set_holds),
      cmocka_unit_test(what_tunables_set_holds),
      cmocka_unit_test(other_tunables_are_no_concern),
      cmocka_unit_test(a_kernel_that_refuses_is_survived),
#ifndef ZP_EMBEDDED
      cmocka_unit_test(senseless_sizes_are_refused),
      cmocka_unit_test(it_can_be_set_again),
#endif
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
