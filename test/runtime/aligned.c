/* The public aligned functions: their rules are the same under every allocator.
 *
 * RUN: %clang -O2 %runtime_headers %s %zprt -lcmocka -o %t
 * RUN: %t
 * RUN: env MALLOC_PERTURB_=165 %t
 * RUN: env MALLOC_MMAP_THRESHOLD_=1024 MALLOC_PERTURB_=165 %t
 * RUN: env ZEROPASS_HUGE=always ZEROPASS_PREFAULT=1 MALLOC_PERTURB_=165 %t
 * RUN: env ZEROPASS_RESIDENCY=off %t
 * RUN: env ZEROPASS_STATS=%t.json %t
 * RUN: env LD_PRELOAD=%jemalloc %t
 * RUN: env LD_PRELOAD=%mimalloc %t
 * RUN: env LD_PRELOAD=%tcmalloc %t
 * RUN: %clang -O0 %runtime_headers -DFAILING %s %S/Inputs/failing-malloc.c %zprt -lcmocka -o %t.failing
 * RUN: env MALLOC_PERTURB_=165 %t.failing
 * RUN: %clang -O1 %runtime_headers -DFEW_SIZES %s %zprt -lcmocka -o %t.few
 * RUN: %valgrind -q --error-exitcode=9 --leak-check=full %t.few
 * RUN: %clang -O1 -fsanitize=address,undefined -fno-sanitize-recover=all %runtime_headers -DFEW_SIZES %s %project/runtime/src/aligned.c %zprt -lcmocka -o %t.asan
 * RUN: %t.asan
 * REQUIRES: cmocka, jemalloc, mimalloc, tcmalloc, valgrind, sanitizers
 */
#include "allocator.h"
#include <zeropass/zeropass.h>

#include <errno.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "Inputs/check.h"

static const size_t powers[] = {1,  2,   4,    8,     16,     32,
                                64, 256, 4096, 65536, 1 << 21};
enum { POWERS = sizeof powers / sizeof *powers };

static const size_t no_powers[] = {
    0,   3,    6,    7,        12,           24,
    100, 4095, 4097, SIZE_MAX, SIZE_MAX - 1, (size_t)3 << 62};
enum { NO_POWERS = sizeof no_powers / sizeof *no_powers };

/* Sizes and alignments that the compiler does not know. */
static size_t opaque(size_t n) {
  __asm__ volatile("" : "+r"(n));
  return n;
}

static void aligned_blocks_are_zero_and_aligned(void **state) {
  (void)state;
  for (int a = 0; a < POWERS; ++a)
    for (int i = 0; i < SIZES; ++i) {
      size_t size = (sizes[i] + powers[a] - 1) & -powers[a];
      dirty(size);
      errno = 4321;
      char *p = zp_zalloc_aligned(powers[a], size);
      assert_int_equal(errno, 4321);
      if (size)
        assert_non_null(p);
      assert_int_equal((uintptr_t)p & (powers[a] - 1), 0);
      check_bytes(p, 0, size, 0);
      free(p);
    }
}

static void alignment_is_a_power_of_two(void **state) {
  (void)state;
  for (int a = 0; a < NO_POWERS; ++a) {
    errno = 0;
    assert_null(zp_zalloc_aligned(opaque(no_powers[a]), no_powers[a]));
    assert_int_equal(errno, EINVAL);
  }
}

static void size_is_a_multiple(void **state) {
  (void)state;
  const size_t pairs[][2] = {
      {2, 1}, {16, 8}, {64, 100}, {4096, 4095}, {64, 65}};
  for (int i = 0; i < 5; ++i) {
    errno = 0;
    assert_null(zp_zalloc_aligned(opaque(pairs[i][0]), pairs[i][1]));
    assert_int_equal(errno, EINVAL);
  }
}

/* Sizes near the end of the address space, where a size rounded up is 0. */
static void no_memory_is_enomem(void **state) {
  (void)state;
#ifdef FEW_SIZES
  skip(); /* checkers call such a size a mistake */
#endif
  for (int a = 4; a < 9; ++a) {
    size_t huge[] = {-powers[a], SIZE_MAX / 2 + 1};
    for (int i = 0; i < 2; ++i) {
      errno = 0;
      assert_null(zp_zalloc_aligned(powers[a], opaque(huge[i])));
      assert_int_equal(errno, ENOMEM);
      void *kept = &errno, *p = kept;
      errno = 4321;
      assert_int_equal(zp_posix_zalloc(&p, powers[a], opaque(huge[i])), ENOMEM);
      assert_int_equal(errno, 4321);
      assert_ptr_equal(p, kept);
      assert_null(zp_aligned_realloc(NULL, powers[a], 0, opaque(huge[i])));
      assert_int_equal(errno, ENOMEM);
    }
  }
}

static void posix_blocks_are_zero_and_aligned(void **state) {
  (void)state;
  for (int a = 3; a < POWERS; ++a)
    for (int i = 0; i < SIZES; ++i) {
      void *p = NULL;
      dirty(sizes[i]);
      errno = 4321;
      assert_int_equal(zp_posix_zalloc(&p, powers[a], sizes[i]), 0);
      assert_int_equal(errno, 4321);
      if (sizes[i])
        assert_non_null(p);
      assert_int_equal((uintptr_t)p & (powers[a] - 1), 0);
      check_bytes(p, 0, sizes[i], 0);
      free(p);
    }
}

/* A power of two, and a multiple of the size of a pointer. */
static void posix_alignment_is_checked(void **state) {
  (void)state;
  void *kept = &errno, *p = kept;
  errno = 4321;
  for (int a = 0; a < NO_POWERS; ++a)
    assert_int_equal(zp_posix_zalloc(&p, opaque(no_powers[a]), 100), EINVAL);
  for (size_t a = 1; a < sizeof(void *); a *= 2)
    assert_int_equal(zp_posix_zalloc(&p, opaque(a), 100), EINVAL);
  assert_ptr_equal(p, kept);
  assert_int_equal(errno, 4321);
}

static void realloc_keeps_what_is_used(void **state) {
  (void)state;
  for (int a = 3; a < POWERS; ++a)
    for (int i = 0; i < SIZES; ++i)
      for (int j = 0; j < SIZES; j += 5) {
        size_t used = sizes[i] / 2, kept = used < sizes[j] ? used : sizes[j];
        void *p = NULL;
        assert_int_equal(zp_posix_zalloc(&p, powers[a], sizes[i]), 0);
        if (used)
          memset(p, 'x', used);
        errno = 4321;
        p = zp_aligned_realloc(p, powers[a], used, sizes[j]);
        assert_non_null(p);
        assert_int_equal(errno, 4321);
        assert_int_equal((uintptr_t)p & (powers[a] - 1), 0);
        check_bytes(p, 0, kept, 'x');
        free(p);
      }
}

/* The old block ends at a page that must not be read. */
static void realloc_reads_no_more_than_is_used(void **state) {
  (void)state;
  enum { PAGE = 4096, PAGES = 64 };
  if (zp_allocator() != ZP_GLIBC || getenv("MALLOC_PERTURB_"))
    skip();
  char *p = zp_zalloc_aligned(PAGE, PAGES * PAGE);
  assert_non_null(p);
  memset(p, 'x', PAGE);
  assert_int_equal(mprotect(p + PAGE, (PAGES - 2) * PAGE, PROT_NONE), 0);
  char *q = zp_aligned_realloc(NULL, PAGE, 0, PAGE);
  free(q);
  pid_t child = fork();
  if (!child) {
    q = zp_aligned_realloc(p, PAGE, PAGE, PAGES * PAGE);
    _exit(!q || q[0] != 'x' || q[PAGE - 1] != 'x');
  }
  int status;
  assert_int_equal(waitpid(child, &status, 0), child);
  assert_int_equal(status, 0);
  assert_int_equal(mprotect(p, PAGES * PAGE, PROT_READ | PROT_WRITE), 0);
  free(p);
}

static void realloc_checks_as_posix_does(void **state) {
  (void)state;
  char *p = malloc(100);
  memset(p, 'x', 100);
  for (int a = 0; a < NO_POWERS + 1; ++a) {
    size_t align = a < NO_POWERS ? no_powers[a] : 4;
    errno = 0;
    assert_null(zp_aligned_realloc(p, opaque(align), 100, 200));
    assert_int_equal(errno, EINVAL);
  }
  check_bytes(p, 0, 100, 'x');
  free(p);
}

/* Pages that come fresh from the kernel stay away. The first test: later an
 * allocator may have freed memory that it adds to, pages and all. */
static void fresh_pages_stay_away(void **state) {
  (void)state;
  enum { BYTES = 64 << 20, PAGE = 4096 };
  static unsigned char there[BYTES / PAGE];
  if (zp_allocator() == ZP_UNKNOWN || getenv("ZEROPASS_RESIDENCY") ||
      getenv("ZEROPASS_HUGE") || getenv("MALLOC_PERTURB_"))
    skip();
  void *posix = NULL;
  assert_int_equal(zp_posix_zalloc(&posix, PAGE, BYTES), 0);
  char *blocks[] = {posix, zp_zalloc_aligned(PAGE, BYTES)};
  for (int i = 0; i < 2; ++i) {
    assert_non_null(blocks[i]);
    assert_int_equal(mincore(blocks[i], BYTES, there), 0);
    int n = 0;
    for (int k = 0; k < BYTES / PAGE; ++k)
      n += there[k] & 1;
    assert_in_range(n, 0, BYTES / PAGE / 8);
    free(blocks[i]);
  }
}

#ifdef FAILING
extern int fail_at, frees;

static void injected_failure_leaves_everything(void **state) {
  (void)state;
  void *kept = &errno, *out = kept;
  char *p = malloc(5000);
  memset(p, 'x', 5000);
  int before = frees;
  fail_at = 1;
  errno = 0;
  assert_null(zp_zalloc_aligned(64, 6400));
  assert_int_equal(errno, ENOMEM);
  fail_at = 1;
  errno = 4321;
  assert_int_equal(zp_posix_zalloc(&out, 64, 6400), ENOMEM);
  assert_ptr_equal(out, kept);
  assert_int_equal(errno, 4321);
  fail_at = 1;
  assert_null(zp_aligned_realloc(p, 64, 5000, 6400));
  assert_int_equal(errno, ENOMEM);
  assert_int_equal(frees, before);
  check_bytes(p, 0, 5000, 'x');
  fail_at = 0;
  free(p);
}

/* The old block goes once, and not before the new one is there. */
static void realloc_frees_the_old_block(void **state) {
  (void)state;
  char *p = malloc(5000);
  int before = frees;
  p = zp_aligned_realloc(p, 64, 0, 0);
  assert_int_equal(frees, before + 1);
  p = zp_aligned_realloc(p, 64, 0, 100);
  assert_int_equal(frees, before + 2);
  free(p);
}
#endif

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(fresh_pages_stay_away),
      cmocka_unit_test(aligned_blocks_are_zero_and_aligned),
      cmocka_unit_test(alignment_is_a_power_of_two),
      cmocka_unit_test(size_is_a_multiple),
      cmocka_unit_test(no_memory_is_enomem),
      cmocka_unit_test(posix_blocks_are_zero_and_aligned),
      cmocka_unit_test(posix_alignment_is_checked),
      cmocka_unit_test(realloc_keeps_what_is_used),
      cmocka_unit_test(realloc_reads_no_more_than_is_used),
      cmocka_unit_test(realloc_checks_as_posix_does),
#ifdef FAILING
      cmocka_unit_test(injected_failure_leaves_everything),
      cmocka_unit_test(realloc_frees_the_old_block),
#endif
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
