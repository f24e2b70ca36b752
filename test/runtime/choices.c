/* Which of the program's functions each variant calls, by allocator and size:
 * malloc and calloc are the test's own here and write down what they are asked.
 *
 * RUN: %clang -O2 %runtime_headers %s %zprt -lcmocka -o %t
 * RUN: %t
 * RUN: %clang -O2 %embedded %s %bodies -lcmocka -o %t.embedded
 * RUN: %t.embedded
 * REQUIRES: cmocka
 */
#include "allocator.h"
#include "entries.h"
#include "pages.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t n, size_t size);

static struct {
  int mallocs, callocs;
  size_t n, size;
  int fail; /* the error number to fail with */
} asked;

void *malloc(size_t size) {
  asked.mallocs++;
  asked.size = size;
  if (asked.fail)
    return errno = asked.fail, NULL;
  return __libc_malloc(size);
}

void *calloc(size_t n, size_t size) {
  asked.callocs++;
  asked.n = n;
  asked.size = size;
  if (asked.fail)
    return errno = asked.fail, NULL;
  return __libc_calloc(n, size);
}

static void pretend(enum zp_allocator id) { zp_keep_allocator(id); }

#define MALLOC(call, bytes) CHECK(call, 1, bytes, 0)
#define CALLOC(call, count, bytes) CHECK(call, 0, bytes, count)
#define CHECK(call, by_malloc, bytes, count)                                   \
  check(((asked.mallocs = asked.callocs = 0), call), by_malloc, bytes, count)

static void check(void *p, int by_malloc, size_t size, size_t n) {
  int mallocs = asked.mallocs, callocs = asked.callocs;
  size_t asked_n = asked.n, asked_size = asked.size;
  free(p);
  assert_int_equal(mallocs, by_malloc);
  assert_int_equal(callocs, !by_malloc);
  assert_int_equal(asked_size, size);
  if (!by_malloc)
    assert_int_equal(asked_n, n);
}

static void the_program_is_unknown(void **state) {
  (void)state;
  pretend(ZP_NOT_ASKED);
  assert_int_equal(zp_allocator(), ZP_UNKNOWN);
}

/* Exactly what the original did, whatever the size and whatever is asked. */
static void unknown_keeps_the_originals_calls(void **state) {
  (void)state;
  const unsigned hows[] = {0, ZP_HOW_RESIDENT, ZP_HOW_HUGE | ZP_HOW_PREFAULT,
                           ZP_HOW_NO_RESIDENCY};
  pretend(ZP_UNKNOWN);
  MALLOC(ZP_FN(zalloc)(0), 0);
  MALLOC(ZP_FN(zalloc)(100), 100);
  MALLOC(ZP_FN(zalloc)(10 << 20), 10 << 20);
  MALLOC(ZP_FN(zalloc)(SIZE_MAX), SIZE_MAX);
  MALLOC(ZP_FN(zalloc_large)(100), 100);
  MALLOC(ZP_FN(zalloc_large)(10 << 20), 10 << 20);
  MALLOC(ZP_FN(zalloc_large)(SIZE_MAX), SIZE_MAX);
  CALLOC(ZP_FN(calloc)(0, 0), 0, 0);
  CALLOC(ZP_FN(calloc)(3, 8), 3, 8);
  CALLOC(ZP_FN(calloc)(1000, 8000), 1000, 8000);
  CALLOC(ZP_FN(calloc)(SIZE_MAX, 2), SIZE_MAX, 2);
  for (unsigned i = 0; i < sizeof hows / sizeof *hows; ++i) {
    MALLOC(ZP_FN(zalloc_how)(100, hows[i]), 100);
    MALLOC(ZP_FN(zalloc_how)(10 << 20, hows[i]), 10 << 20);
    MALLOC(ZP_FN(zalloc_large_how)(10 << 20, hows[i]), 10 << 20);
    CALLOC(ZP_FN(calloc_how)(3, 8, hows[i]), 3, 8);
    CALLOC(ZP_FN(calloc_how)(1000, 8000, hows[i]), 1000, 8000);
  }
}

/* Just inside a limit, and just beyond it. */
static void every_row_is_followed(void **state) {
  (void)state;
  for (enum zp_allocator id = ZP_UNKNOWN + 1; id < ZP_ALLOCATORS; ++id) {
    const struct zp_policy *row = zp_policy(id);
    pretend(id);
    assert_true(row->memset_up_to <= row->calloc_up_to);
    assert_true(row->source_memset_up_to <= row->source_calloc_up_to);
    assert_true(row->calloc_up_to <= row->fresh_up_to);
    assert_true(row->source_calloc_up_to <= row->fresh_up_to ||
                row->source_calloc_up_to == SIZE_MAX);
    size_t size = row->memset_up_to;
    MALLOC(ZP_FN(zalloc)(size), size);
    MALLOC(ZP_FN(zalloc_large)(size), size);
    MALLOC(ZP_FN(zalloc_how)(size, ZP_HOW_RESIDENT), size);
    if (row->calloc_up_to > size) {
      CALLOC(ZP_FN(zalloc)(size + 1), 1, size + 1);
      CALLOC(ZP_FN(zalloc_large)(size + 1), 1, size + 1);
      CALLOC(ZP_FN(zalloc_how)(size + 1, ZP_HOW_NO_RESIDENCY), 1, size + 1);
    }
    size = row->calloc_up_to;
    if (size < row->fresh_up_to) {
      MALLOC(ZP_FN(zalloc)(size + 1), size + 1);
      MALLOC(ZP_FN(zalloc_large)(size + 1), size + 1);
      MALLOC(ZP_FN(zalloc_how)(size + 1, ZP_HOW_NO_RESIDENCY), size + 1);
    }
    size = row->source_memset_up_to;
    if (size)
      MALLOC(ZP_FN(calloc)(size / 8, 8), size);
    if (row->source_calloc_up_to > size) {
      CALLOC(ZP_FN(calloc)(size / 8 + 1, 8), size / 8 + 1, 8);
      CALLOC(ZP_FN(calloc_how)(size / 8 + 1, 8, ZP_HOW_RESIDENT), size / 8 + 1,
             8);
    }
    size = row->source_calloc_up_to;
    if (size < row->fresh_up_to) {
      MALLOC(ZP_FN(calloc)(size / 8 + 1, 8), size + 8);
      CALLOC(ZP_FN(calloc_how)(size / 8 + 1, 8, ZP_HOW_NO_RESIDENCY),
             size / 8 + 1, 8);
    }
    size = row->fresh_up_to;
    if (size < SIZE_MAX) {
      CALLOC(ZP_FN(zalloc)(size + 1), 1, size + 1);
      CALLOC(ZP_FN(zalloc_large)(size + 1), 1, size + 1);
      CALLOC(ZP_FN(zalloc_how)(size + 1, ZP_HOW_NO_RESIDENCY), 1, size + 1);
      CALLOC(ZP_FN(calloc)(1, size + 1), 1, size + 1);
    }
  }
}

static void every_limit_is_a_whole_number_of_words(void **state) {
  (void)state;
  for (enum zp_allocator id = ZP_UNKNOWN + 1; id < ZP_ALLOCATORS; ++id) {
    const size_t *limit = (const size_t *)zp_policy(id);
    for (int i = 0; i < 5; ++i)
      assert_true(limit[i] == SIZE_MAX || limit[i] % 8 == 0);
  }
}

/* Where a huge page fits in, `how` is asked: nothing is served before that. */
static void hot_paths_end_before_a_huge_page(void **state) {
  (void)state;
  for (enum zp_allocator id = ZP_UNKNOWN; id < ZP_ALLOCATORS; ++id) {
    pretend(id);
    assert_true(ZP_FN(small_zalloc_limit) < ZP_HUGE_PAGE);
    assert_true(ZP_FN(small_calloc_limit) < ZP_HUGE_PAGE);
    assert_true(ZP_FN(calloc_limit) < ZP_HUGE_PAGE);
    assert_true(ZP_FN(source_calloc_limit) < ZP_HUGE_PAGE);
  }
}

/* Whose calloc it is, is not proven there. */
static void musls_malloc_alone_calls_calloc_for_calloc_alone(void **state) {
  (void)state;
  const struct zp_policy *row = zp_policy(ZP_MUSL_MALLOC);
  assert_int_equal(row->memset_up_to, row->calloc_up_to);
  assert_int_equal(row->source_memset_up_to, 0);
  assert_int_equal(row->source_calloc_up_to, SIZE_MAX);
  assert_int_equal(row->fresh_up_to, SIZE_MAX);
}

/* No calloc becomes a malloc whose bytes are written where a page, beyond those
 * with a chunk header in them, may have stayed untouched. tcmalloc's calloc
 * writes them itself. */
static void a_calloc_does_not_become_resident(void **state) {
  (void)state;
  for (enum zp_allocator id = ZP_UNKNOWN; id < ZP_ALLOCATORS; ++id)
    if (id != ZP_TCMALLOC)
      assert_true(zp_policy(id)->source_memset_up_to <= 4096);
}

/* The wrapped product must not pass for a small size. */
static void an_overflowing_product_goes_to_calloc(void **state) {
  (void)state;
  const size_t half = (size_t)1 << 63;
  for (enum zp_allocator id = ZP_UNKNOWN; id < ZP_ALLOCATORS; ++id) {
    pretend(id);
    CALLOC(ZP_FN(calloc)(half, 2), half, 2);
    CALLOC(ZP_FN(calloc)(SIZE_MAX, SIZE_MAX), SIZE_MAX, SIZE_MAX);
    CALLOC(ZP_FN(calloc_how)(half, 2, ZP_HOW_PREFAULT), half, 2);
  }
}

static void failure_is_the_programs(void **state) {
  (void)state;
  const unsigned how = ZP_HOW_HUGE | ZP_HOW_PREFAULT;
  for (enum zp_allocator id = ZP_UNKNOWN; id < ZP_ALLOCATORS; ++id) {
    pretend(id);
    asked.fail = 77;
    void *p[] = {ZP_FN(zalloc)(100),
                 ZP_FN(zalloc)(10 << 20),
                 ZP_FN(zalloc_how)(10 << 20, how),
                 ZP_FN(zalloc_large)(10 << 20),
                 ZP_FN(zalloc_large_how)(10 << 20, how),
                 ZP_FN(calloc)(10, 10),
                 ZP_FN(calloc)(1 << 20, 10),
                 ZP_FN(calloc_how)(1 << 20, 10, how)};
    int error = errno;
    asked.fail = 0;
    for (unsigned i = 0; i < sizeof p / sizeof *p; ++i)
      assert_null(p[i]);
    assert_int_equal(error, 77);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_program_is_unknown),
      cmocka_unit_test(unknown_keeps_the_originals_calls),
      cmocka_unit_test(every_row_is_followed),
      cmocka_unit_test(every_limit_is_a_whole_number_of_words),
      cmocka_unit_test(hot_paths_end_before_a_huge_page),
      cmocka_unit_test(musls_malloc_alone_calls_calloc_for_calloc_alone),
      cmocka_unit_test(a_calloc_does_not_become_resident),
      cmocka_unit_test(an_overflowing_product_goes_to_calloc),
      cmocka_unit_test(failure_is_the_programs),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
