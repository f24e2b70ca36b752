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

#define MALLOC(call, bytes) check(((asked.mallocs = asked.callocs = 0), call), 1, bytes, 0)
#define CALLOC(call, count, bytes) check(((asked.mallocs = asked.callocs = 0), call), 0, bytes, count)

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

/* Exactly what the original did, whatever the size. */
static void unknown_keeps_the_originals_calls(void **state) {
  (void)state;
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
}

static void glibc_has_calloc_above_its_figure(void **state) {
  (void)state;
  pretend(ZP_GLIBC);
  const size_t limit = zp_policy(ZP_GLIBC)->malloc_up_to;
  assert_int_equal(limit % 8, 0);
  MALLOC(ZP_FN(zalloc)(0), 0);
  MALLOC(ZP_FN(zalloc)(limit), limit);
  CALLOC(ZP_FN(zalloc)(limit + 1), 1, limit + 1);
  CALLOC(ZP_FN(zalloc)(SIZE_MAX), 1, SIZE_MAX);
  CALLOC(ZP_FN(zalloc_large)(10 << 20), 1, 10 << 20);
  MALLOC(ZP_FN(calloc)(limit / 8, 8), limit);
  CALLOC(ZP_FN(calloc)(limit / 8 + 1, 8), limit / 8 + 1, 8);
}

/* The wrapped product must not pass for a small size. */
static void an_overflowing_product_goes_to_calloc(void **state) {
  (void)state;
  pretend(ZP_GLIBC);
  const size_t half = (size_t)1 << 63;
  CALLOC(ZP_FN(calloc)(half, 2), half, 2);
  CALLOC(ZP_FN(calloc)(SIZE_MAX, SIZE_MAX), SIZE_MAX, SIZE_MAX);
}

static void failure_is_the_programs(void **state) {
  (void)state;
  for (enum zp_allocator id = ZP_UNKNOWN; id <= ZP_GLIBC; ++id) {
    pretend(id);
    asked.fail = 77;
    void *a = ZP_FN(zalloc)(100), *b = ZP_FN(zalloc)(10 << 20);
    void *c = ZP_FN(zalloc_large)(10 << 20), *d = ZP_FN(calloc)(10, 10);
    int error = errno;
    asked.fail = 0;
    assert_null(a);
    assert_null(b);
    assert_null(c);
    assert_null(d);
    assert_int_equal(error, 77);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_program_is_unknown),
      cmocka_unit_test(unknown_keeps_the_originals_calls),
      cmocka_unit_test(glibc_has_calloc_above_its_figure),
      cmocka_unit_test(an_overflowing_product_goes_to_calloc),
      cmocka_unit_test(failure_is_the_programs),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
