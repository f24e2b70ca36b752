/* One behaviour of the zeroed variants each, as library and as bodies, under
 * every allocator, with blocks full of garbage, under valgrind and sanitizers.
 *
 * RUN: %clang -O2 %runtime_headers %s %zprt -lcmocka -pthread -o %t
 * RUN: %t
 * RUN: env MALLOC_PERTURB_=165 %t
 * RUN: env GLIBC_TUNABLES=glibc.malloc.tcache_count=0 MALLOC_PERTURB_=90 %t
 * RUN: env MALLOC_MMAP_THRESHOLD_=1024 MALLOC_PERTURB_=165 %t
 * RUN: env LD_PRELOAD=%jemalloc %t
 * RUN: env LD_PRELOAD=%mimalloc %t
 * RUN: env LD_PRELOAD=%tcmalloc %t
 * RUN: %clang -O2 %embedded %s %bodies -lcmocka -pthread -o %t.embedded
 * RUN: %t.embedded
 * RUN: env MALLOC_PERTURB_=165 %t.embedded
 * RUN: env LD_PRELOAD=%jemalloc %t.embedded
 * RUN: env LD_PRELOAD=%mimalloc %t.embedded
 * RUN: env LD_PRELOAD=%tcmalloc %t.embedded
 * RUN: %clang -O0 %embedded %s %bodies %S/Inputs/own-malloc.c -lcmocka \
 * RUN:   -pthread -o %t.own
 * RUN: env MALLOC_PERTURB_=165 %t.own
 * REQUIRES: cmocka, jemalloc, mimalloc, tcmalloc
 */
#include "allocator.h"
#include "entries.h"

#include <errno.h>
#include <malloc.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

/* Around every limit: thread cache, glibc's figure, page, mmap threshold. */
static const size_t sizes[] = {0, 1, 2, 7, 8, 15, 16, 17, 24, 63, 64, 65, 127,
                               128, 1031, 1032, 1033, 2047, 2048, 2049, 4095,
                               4096, 4097, 8192, 65535, 65536, 131071, 131072,
                               131073, 1 << 20, (8 << 20) + 5,
                               /* the other allocators' figures */
                               14336, 14337, 32768, 32769, (7 << 20),
                               (7 << 20) + 1, (8 << 20) - 1, (8 << 20)};
enum { SIZES = sizeof sizes / sizeof *sizes };

static void *by_calloc(size_t size) {
  return size % 8 ? ZP_FN(calloc)(size, 1) : ZP_FN(calloc)(size / 8, 8);
}

static void *eager(size_t size) {
  return ZP_FN(zalloc_how)(size, ZP_HOW_RESIDENT | ZP_HOW_PREFAULT);
}

static void *large_and_huge(size_t size) {
  return ZP_FN(zalloc_large_how)(size, ZP_HOW_HUGE);
}

static void *calloc_and_no_question(size_t size) {
  return ZP_FN(calloc_how)(1, size, ZP_HOW_NO_RESIDENCY);
}

static void *no_question(size_t size) {
  return ZP_FN(zalloc_how)(size, ZP_HOW_NO_RESIDENCY | ZP_HOW_NO_HUGE);
}

static void *(*const variants[])(size_t) = {
    ZP_FN(zalloc), ZP_FN(zalloc_large),   by_calloc, eager, large_and_huge,
    no_question,   calloc_and_no_question};
enum { VARIANTS = sizeof variants / sizeof *variants };

static void check_zero(const char *p, size_t size) {
  for (size_t i = 0; i < size; ++i)
    if (p[i])
      fail_msg("byte %zu of %zu is not zero", i, size);
}

/* Leaves blocks of the size behind that are full of garbage. */
static void dirty(size_t size) {
  enum { BLOCKS = 9 }; /* more than the thread cache holds */
  const int many = size <= 65536 ? BLOCKS : 2;
  char *blocks[BLOCKS];
  for (int i = 0; i < many; ++i)
    if ((blocks[i] = malloc(size)))
      memset(blocks[i], 0xA5, size);
  for (int i = 0; i < many; ++i) {
    __asm__ volatile("" : : "r"(blocks[i]) : "memory");
    free(blocks[i]);
  }
}

static void blocks_are_zero(void **state) {
  (void)state;
  for (int v = 0; v < VARIANTS; ++v)
    for (int i = 0; i < SIZES; ++i) {
      dirty(sizes[i]);
      char *p = variants[v](sizes[i]), *q = variants[v](sizes[i]);
      assert_non_null(p);
      assert_non_null(q);
      assert_ptr_not_equal(p, q);
      check_zero(p, sizes[i]);
      check_zero(q, sizes[i]);
      free(p);
      free(q);
    }
}

static void blocks_are_aligned(void **state) {
  (void)state;
  for (int v = 0; v < VARIANTS; ++v)
    for (int i = 0; i < SIZES; ++i) {
      char *plain = malloc(sizes[i]), *p = variants[v](sizes[i]);
      if (sizes[i] >= 16)
        assert_int_equal((uintptr_t)p % 16, 0);
      else if (sizes[i] >= 8)
        assert_int_equal((uintptr_t)p % 8, 0);
      free(plain);
      free(p);
    }
}

static void blocks_can_be_measured_and_resized(void **state) {
  (void)state;
  for (int v = 0; v < VARIANTS; ++v)
    for (int i = 0; i < SIZES; ++i) {
      char *p = variants[v](sizes[i]);
      assert_true(malloc_usable_size(p) >= sizes[i]);
      p = realloc(p, sizes[i] + 100);
      assert_non_null(p);
      check_zero(p, sizes[i]);
      free(p);
    }
}

/* As the program's own: glibc's is a unique pointer. */
static void size_zero_is_the_programs(void **state) {
  (void)state;
  for (int v = 0; v < VARIANTS; ++v) {
    void *plain = malloc(0), *p = variants[v](0), *q = variants[v](0);
    assert_int_equal(!plain, !p);
    if (p)
      assert_ptr_not_equal(p, q);
    free(plain);
    free(p);
    free(q);
  }
  free(ZP_FN(calloc)(0, 16));
  free(ZP_FN(calloc)(16, 0));
}

/* ENOMEM with glibc; mimalloc leaves errno as it was. */
static void check_failure(void *p, int error, void *original,
                          int original_error) {
  assert_null(p);
  assert_null(original);
  assert_int_equal(error, original_error);
  if (zp_allocator() == ZP_GLIBC)
    assert_int_equal(error, ENOMEM);
}

/* Sizes that the compiler does not know. */
static void *plain_malloc(size_t size) {
  __asm__ volatile("" : "+r"(size));
  return malloc(size);
}

static void *plain_calloc(size_t n, size_t size) {
  __asm__ volatile("" : "+r"(n), "+r"(size));
  return calloc(n, size);
}

static void huge_sizes_fail(void **state) {
  (void)state;
  const size_t huge[] = {(size_t)PTRDIFF_MAX + 1, SIZE_MAX - 4096, SIZE_MAX - 1,
                         SIZE_MAX};
  for (int v = 0; v < VARIANTS; ++v)
    for (unsigned i = 0; i < sizeof huge / sizeof *huge; ++i) {
      errno = 0;
      void *original = plain_malloc(huge[i]);
      int original_error = errno;
      errno = 0;
      void *p = variants[v](huge[i]);
      check_failure(p, errno, original, original_error);
    }
}

static void overflowing_products_fail(void **state) {
  (void)state;
  const size_t factors[][2] = {{SIZE_MAX, 2},
                               {2, SIZE_MAX},
                               {SIZE_MAX, SIZE_MAX},
                               {(size_t)1 << 32, (size_t)1 << 32},
                               {((size_t)1 << 63) + 1, 2},
                               {SIZE_MAX / 16 + 2, 16}};
  for (unsigned i = 0; i < sizeof factors / sizeof *factors; ++i) {
    errno = 0;
    void *original = plain_calloc(factors[i][0], factors[i][1]);
    int original_error = errno;
    errno = 0;
    void *p = ZP_FN(calloc)(factors[i][0], factors[i][1]);
    check_failure(p, errno, original, original_error);
  }
}

static void success_leaves_errno_alone(void **state) {
  (void)state;
  for (int v = 0; v < VARIANTS; ++v)
    for (int i = 0; i < SIZES; ++i) {
      free(variants[v](sizes[i])); /* the allocator may have set up itself */
      errno = 4321;
      void *p = variants[v](sizes[i]);
      assert_int_equal(errno, 4321);
      free(p);
    }
}

static pthread_barrier_t start;

static void *race(void *arg) {
  (void)arg;
  pthread_barrier_wait(&start);
  char *p = ZP_FN(zalloc)(200);
  char *q = ZP_FN(calloc)(20, 10);
  void *bad = !p || !q || p[199] || q[199] ? (void *)"bad" : NULL;
  free(p);
  free(q);
  return bad;
}

/* Threads that ask first at the same time find the same answer. */
static void first_use_may_race(void **state) {
  (void)state;
  enum { THREADS = 8, ROUNDS = 50 };
  const enum zp_allocator answer = zp_allocator();
  pthread_barrier_init(&start, NULL, THREADS);
  for (int round = 0; round < ROUNDS; ++round) {
    pthread_t threads[THREADS];
    zp_keep_allocator(ZP_NOT_ASKED);
    for (int i = 0; i < THREADS; ++i)
      assert_int_equal(pthread_create(&threads[i], NULL, race, NULL), 0);
    for (int i = 0; i < THREADS; ++i) {
      void *bad;
      pthread_join(threads[i], &bad);
      assert_null(bad);
    }
    assert_int_equal(ZP_FN(allocator_found), answer);
  }
  pthread_barrier_destroy(&start);
}

static void works_after_fork(void **state) {
  (void)state;
  for (int asked = 0; asked < 2; ++asked) {
    if (!asked)
      zp_keep_allocator(ZP_NOT_ASKED);
    pid_t child = fork();
    if (!child) {
      char *p = ZP_FN(zalloc)(3000);
      _exit(!p || p[2999]);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    zp_allocator();
  }
}

/* Before main, in a constructor of the highest priority a program may have. */
static char *early;
__attribute__((constructor(101))) static void before_main(void) {
  early = ZP_FN(zalloc)(5000);
}

static void works_before_main(void **state) {
  (void)state;
  assert_non_null(early);
  check_zero(early, 5000);
  free(early);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(works_before_main),
      cmocka_unit_test(blocks_are_zero),
      cmocka_unit_test(blocks_are_aligned),
      cmocka_unit_test(blocks_can_be_measured_and_resized),
      cmocka_unit_test(size_zero_is_the_programs),
      cmocka_unit_test(huge_sizes_fail),
      cmocka_unit_test(overflowing_products_fail),
      cmocka_unit_test(success_leaves_errno_alone),
      cmocka_unit_test(first_use_may_race),
      cmocka_unit_test(works_after_fork),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
