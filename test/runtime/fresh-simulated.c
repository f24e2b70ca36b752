/* zero_fresh on a kernel that the test plays: pages of 4, 16 and 64 KB, pages
 * that are not there and hold something all the same (swapped out, or a file's),
 * and every call failing in its turn. Each byte is cleared exactly once, by one
 * side or the other, whatever happens.
 *
 * RUN: %clang -O2 %runtime_headers %s %zprt -lcmocka -o %t
 * RUN: %t
 * RUN: %clang -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all %runtime_headers %s %zprt -lcmocka -o %t.checked
 * RUN: %t.checked
 * REQUIRES: cmocka, sanitizers
 */
#define ZP_OS_H /* the real one stays out */

#include "libc.h"
#include <stdint.h>

enum zp_os_advice { ZP_ADVICE_DONTNEED = 4, ZP_ADVICE_FREE = 8 };
static int zp_os_failed(long result) { return result < 0; }
static size_t zp_os_page_bytes(void);
static int zp_os_advice_counts(void);
static long zp_os_mincore(void *p, size_t bytes, unsigned char *there);
static long zp_os_advise(void *p, size_t bytes, enum zp_os_advice advice);
static int zp_os_readable(uintptr_t address) { return address && 0; }
static void *cleared(void *p, int byte, size_t size);

#define memset(p, byte, size) cleared(p, byte, size)
#include "../../runtime/src/zero_fresh.c"
#undef memset

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* More pages than are asked about at once. */
enum { MOST = 9 << 20, MOST_PAGES = MOST / 4096 };

static char memory[MOST] __attribute__((aligned(65536)));

static struct {
  size_t page_bytes;
  char there[MOST_PAGES];
  char is_file[MOST_PAGES];
  int madvise_lies;
  int calls, fails; /* the call that fails, counted from 1 */
  size_t freed_from, freed_to;
} kernel;

static struct {
  char *start;
  size_t size;
  int wrote; /* to a page that was not there */
} block;

static size_t page_at(const char *p) {
  return (size_t)(p - memory) / kernel.page_bytes;
}

static int fails(void) { return ++kernel.calls == kernel.fails; }

static size_t zp_os_page_bytes(void) { return fails() ? 0 : kernel.page_bytes; }

static int zp_os_advice_counts(void) {
  return !fails() && !kernel.madvise_lies;
}

/* Whole pages, of the block alone but for `shared` bytes of others on either
 * side. */
static void check_range(const char *p, size_t bytes, size_t shared) {
  assert_true(bytes);
  assert_int_equal((size_t)(p - memory) % kernel.page_bytes, 0);
  assert_int_equal(bytes % kernel.page_bytes, 0);
  assert_true(p + shared >= block.start &&
              p + bytes <= block.start + block.size + shared);
}

static long zp_os_mincore(void *p, size_t bytes, unsigned char *there) {
  check_range(p, bytes, kernel.page_bytes - 1);
  if (fails())
    return -EAGAIN;
  for (size_t i = 0; i < bytes / kernel.page_bytes; ++i)
    there[i] = (unsigned char)(kernel.there[page_at(p) + i] | (rand() & 0xfe));
  return 0;
}

static long zp_os_advise(void *p, size_t bytes, enum zp_os_advice advice) {
  check_range(p, bytes, 0);
  if (fails())
    return -EINVAL;
  if (kernel.madvise_lies)
    return 0;
  const size_t first = page_at(p), pages = bytes / kernel.page_bytes;
  for (size_t i = first; i < first + pages; ++i) {
    assert_false(kernel.there[i]); /* what is there is memset's */
    if (kernel.is_file[i] && advice == ZP_ADVICE_FREE)
      return -EINVAL;
  }
  if (advice == ZP_ADVICE_FREE) {
    kernel.freed_from = first;
    kernel.freed_to = first + pages;
    return 0;
  }
  assert_int_equal(advice, ZP_ADVICE_DONTNEED);
  assert_int_equal(kernel.freed_from, first);
  assert_int_equal(kernel.freed_to, first + pages);
  for (size_t i = first; i < first + pages; ++i)
    memset(memory + i * kernel.page_bytes, kernel.is_file[i] ? 0xF1 : 0,
           kernel.page_bytes);
  return 0;
}

static void *cleared(void *p, int byte, size_t size) {
  char *start = p;
  if (start < memory || start >= memory + MOST)
    return memset(p, byte, size); /* the vector */
  assert_int_equal(byte, 0);
  assert_true(start >= block.start && start + size <= block.start + block.size);
  for (size_t i = 0; i < size; ++i) {
    if (!start[i])
      fail_msg("byte %zu is cleared a second time", i);
    size_t page = page_at(start + i);
    const char *page_start = memory + page * kernel.page_bytes;
    if (!kernel.there[page] && page_start >= block.start &&
        page_start + kernel.page_bytes <= block.start + block.size)
      block.wrote = 1;
    start[i] = 0;
  }
  return p;
}

/* Pages at random; none of them holds a zero, there or not. */
static void lay_out(size_t page_bytes, unsigned seed, int files) {
  srand(seed);
  memset(memory, 0xA5, sizeof memory);
  memset(&kernel, 0, sizeof kernel);
  kernel.page_bytes = page_bytes;
  size_t longest = seed % 3 ? 9 : 300;
  for (size_t i = 0; i < MOST / page_bytes;) {
    int there = rand() & 1, is_file = files && !(rand() & 3);
    for (size_t run = 1 + (size_t)rand() % longest;
         run && i < MOST / page_bytes; --run, ++i) {
      kernel.there[i] = (char)there;
      kernel.is_file[i] = (char)is_file;
    }
  }
  size_t begin = (size_t)rand() % (seed & 1 ? 200000 : 3) * (seed % 5);
  block.start = memory + begin;
  block.size = MOST - begin;
  if (seed % 3)
    block.size = ZP_ASK_LEAST + (size_t)rand() % (block.size - ZP_ASK_LEAST);
  block.wrote = 0;
  ZP_FN(page_bytes) = 0;
}

static void check_block(void) {
  for (size_t i = 0; i < sizeof memory; ++i) {
    int inside =
        memory + i >= block.start && memory + i < block.start + block.size;
    if ((memory[i] == 0) != inside)
      fail_msg("byte %zu is %d", i, memory[i]);
  }
}

static const size_t page_sizes[] = {4096, 16384, 65536};

static void nothing_comes_and_nothing_is_cleared_twice(void **state) {
  (void)state;
  for (int k = 0; k < 3; ++k)
    for (unsigned seed = 1; seed < 12; ++seed) {
      lay_out(page_sizes[k], seed, 0);
      ZP_FN(zero_fresh_block)(block.start, block.size, 0);
      check_block();
      assert_false(block.wrote);
    }
}

/* Of a page that is shared with others and not there: whoever writes to it
 * brings it, zeroes or not. */
static void a_zero_page_at_either_end_is_left_alone(void **state) {
  (void)state;
  for (int k = 0; k < 3; ++k)
    for (unsigned seed = 1; seed < 6; ++seed) {
      lay_out(page_sizes[k], seed, 0);
      block.start = memory + 100;
      block.size = MOST - 300;
      kernel.there[0] = kernel.there[MOST / page_sizes[k] - 1] = 0;
      memset(memory, 0, page_sizes[k]);
      memset(memory + MOST - page_sizes[k], 0, page_sizes[k]);
      ZP_FN(zero_fresh_block)(block.start, block.size, 0); /* cleared() sees */
      for (size_t i = 0; i < block.size; ++i)
        assert_false(block.start[i]);
      assert_false(block.wrote);
    }
}

/* Page size, madvise, mincore, each madvise: one after the other. */
static void any_call_may_fail(void **state) {
  (void)state;
  for (int k = 0; k < 3; ++k)
    for (unsigned seed = 1; seed < 5; ++seed) {
      int failed = 0;
      do {
        lay_out(page_sizes[k], seed, 0);
        kernel.fails = ++failed;
        ZP_FN(zero_fresh_block)(block.start, block.size, 0);
        check_block();
      } while (kernel.calls >= failed && failed < 60);
    }
}

static void files_are_found_anywhere(void **state) {
  (void)state;
  for (int k = 0; k < 3; ++k)
    for (unsigned seed = 1; seed < 12; ++seed) {
      lay_out(page_sizes[k], seed, 1);
      ZP_FN(zero_fresh_block)(block.start, block.size, 0);
      check_block();
    }
}

static void madvise_may_do_nothing(void **state) {
  (void)state;
  for (unsigned seed = 1; seed < 10; ++seed) {
    lay_out(4096, seed, 1);
    kernel.madvise_lies = 1;
    ZP_FN(zero_fresh_block)(block.start, block.size, 0);
    check_block();
  }
}

static void residency_off_calls_nothing(void **state) {
  (void)state;
  lay_out(4096, 1, 0);
  ZP_FN(zero_fresh_block)(block.start, block.size, ZP_HOW_NO_RESIDENCY);
  check_block();
  assert_int_equal(kernel.calls, 0);
}

/* A page size that is not known yet is asked for again; a known one is kept. */
static void the_page_size_is_kept(void **state) {
  (void)state;
  lay_out(16384, 2, 0);
  kernel.fails = 1;
  ZP_FN(zero_fresh_block)(block.start, block.size, 0);
  check_block();
  assert_int_equal(kernel.calls, 1);
  lay_out(16384, 2, 0);
  ZP_FN(zero_fresh_block)(block.start, block.size, 0);
  assert_int_equal(ZP_FN(page_bytes), 16384);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(nothing_comes_and_nothing_is_cleared_twice),
      cmocka_unit_test(a_zero_page_at_either_end_is_left_alone),
      cmocka_unit_test(any_call_may_fail),
      cmocka_unit_test(files_are_found_anywhere),
      cmocka_unit_test(madvise_may_do_nothing),
      cmocka_unit_test(residency_off_calls_nothing),
      cmocka_unit_test(the_page_size_is_kept),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
