/* realloc that zeroes what it adds, as library and as bodies, under every
 * allocator, with garbage in and around the blocks.
 *
 * RUN: %clang -O2 %runtime_headers %s %zprt -lcmocka -o %t
 * RUN: %t
 * RUN: env MALLOC_PERTURB_=165 %t
 * RUN: env MALLOC_MMAP_THRESHOLD_=1024 MALLOC_PERTURB_=165 %t
 * RUN: env MALLOC_TOP_PAD_=0 MALLOC_MMAP_MAX_=0 %t
 * RUN: env LD_PRELOAD=%jemalloc %t
 * RUN: env LD_PRELOAD=%mimalloc %t
 * RUN: env LD_PRELOAD=%tcmalloc %t
 * RUN: %clang -O2 %embedded %s %bodies -lcmocka -o %t.embedded
 * RUN: %t.embedded
 * RUN: env MALLOC_PERTURB_=165 %t.embedded
 * RUN: env LD_PRELOAD=%jemalloc %t.embedded
 * RUN: env LD_PRELOAD=%mimalloc %t.embedded
 * RUN: env LD_PRELOAD=%tcmalloc %t.embedded
 * RUN: %clang -O0 %embedded -DFAILING %s %bodies %S/Inputs/failing-malloc.c -lcmocka -o %t.failing
 * RUN: env MALLOC_PERTURB_=165 %t.failing
 * RUN: %clang -O1 %embedded -DFEW_SIZES %s %bodies -lcmocka -o %t.few
 * RUN: %valgrind -q --error-exitcode=9 --leak-check=full %t.few
 * RUN: %clang -O1 -fsanitize=address,undefined -fno-sanitize-recover=all %embedded -DFEW_SIZES %s %project/runtime/src/bodies.c -lcmocka -o %t.asan
 * RUN: %t.asan
 * REQUIRES: cmocka, jemalloc, mimalloc, tcmalloc, valgrind, sanitizers
 */
#include "allocator.h"
#include "entries.h"
#include "how.h"

#include <errno.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "Inputs/check.h"

static const unsigned hows[] = {0,
                                ZP_HOW_RESIDENT,
                                ZP_HOW_HUGE,
                                ZP_HOW_PREFAULT,
                                ZP_HOW_NO_RESIDENCY,
                                ZP_HOW_RESIDENT | ZP_HOW_PREFAULT};
enum { HOWS = sizeof hows / sizeof *hows };

/* A block of `size` bytes of 'x' whose rest, as far as it goes, is dirty. */
static char *block_of(size_t size) {
  char *p = malloc(size);
  assert_non_null(p);
  memset(p, 'x', size);
  return p;
}

static void what_is_added_is_zero(void **state) {
  (void)state;
  for (int i = 0; i < SIZES; ++i)
    for (int j = i; j < SIZES; j += 1 + (j > i + 3)) {
      dirty(sizes[j]);
      char *p = block_of(sizes[i]);
      p = ZP_FN(rezalloc_how)(p, sizes[i], sizes[j], hows[(i + j) % HOWS]);
      if (!sizes[j] && !p)
        continue; /* freed */
      assert_non_null(p);
      check_bytes(p, 0, sizes[i], 'x');
      check_bytes(p, sizes[i], sizes[j], 0);
      free(p);
    }
}

/* The added part is counted from the size that was asked for, whatever the
 * block really holds. */
static void slack_is_zeroed(void **state) {
  (void)state;
  for (int i = 0; i < SIZES - 1; ++i) {
    char *p = block_of(sizes[i + 1]);
    /* Shrunk in place, or moved: the garbage stays. */
    p = realloc(p, sizes[i] ? sizes[i] : 1);
    assert_non_null(p);
    p = ZP_FN(rezalloc)(p, sizes[i], sizes[i + 1]);
    assert_non_null(p);
    check_bytes(p, 0, sizes[i], 'x');
    check_bytes(p, sizes[i], sizes[i + 1], 0);
    free(p);
  }
}

static void growing_in_steps_keeps_everything(void **state) {
  (void)state;
  const size_t steps[] = {1000, 70000, 333333, 1 << 22};
  for (int s = 0; s < 4; ++s) {
    char *p = NULL;
    size_t size = 0;
    for (int i = 1; i < 40; ++i) {
      p = ZP_FN(rezalloc)(p, size, i * steps[s]);
      assert_non_null(p);
      check_bytes(p, size, i * steps[s], 0);
      memset(p + size, i, i * steps[s] - size);
      if (i > 1)
        check_bytes(p, size - steps[s], size, (char)(i - 1));
      size = i * steps[s];
    }
    free(p);
  }
}

static void shrinking_keeps_the_rest(void **state) {
  (void)state;
  for (int i = 0; i < SIZES; ++i)
    for (int j = 1; j < i; j += 3) {
      char *p = block_of(sizes[i]);
      p = ZP_FN(rezalloc)(p, sizes[i], sizes[j]);
      assert_non_null(p);
      check_bytes(p, 0, sizes[j], 'x');
      free(p);
    }
}

static void null_gives_a_zeroed_block(void **state) {
  (void)state;
  for (int i = 1; i < SIZES; ++i)
    for (int h = 0; h < HOWS; ++h) {
      dirty(sizes[i]);
      /* Of no block nothing is kept, whatever is said of its size. */
      char *p = ZP_FN(rezalloc_how)(NULL, h * 1000, sizes[i], hows[h]);
      assert_non_null(p);
      check_bytes(p, 0, sizes[i], 0);
      free(p);
    }
}

/* glibc frees the block and returns null; others have their own ways. */
static void size_zero_is_the_programs(void **state) {
  (void)state;
  char *p = block_of(100), *q = block_of(100);
  __asm__ volatile("" : "+r"(p), "+r"(q));
  char *plain = realloc(p, 0);
  q = ZP_FN(rezalloc)(q, 100, 0);
  assert_int_equal(!plain, !q);
  free(plain);
  free(q);
}

static void failure_leaves_the_block(void **state) {
  (void)state;
#ifdef FEW_SIZES
  skip(); /* checkers call such a size a mistake */
#endif
  const size_t huge[] = {(size_t)PTRDIFF_MAX + 1, SIZE_MAX - 1, SIZE_MAX};
  for (int i = 0; i < 3; ++i) {
    char *p = block_of(5000);
    errno = 0;
    assert_null(ZP_FN(rezalloc)(p, 5000, huge[i]));
    if (zp_allocator() == ZP_GLIBC)
      assert_int_equal(errno, ENOMEM);
    check_bytes(p, 0, 5000, 'x');
    free(p);
  }
}

static void overflow_is_enomem(void **state) {
  (void)state;
  const size_t factors[][2] = {{SIZE_MAX, 2},
                               {2, SIZE_MAX},
                               {(size_t)1 << 32, (size_t)1 << 32},
                               {SIZE_MAX / 2 + 1, 2},
                               {SIZE_MAX / 16 + 2, 16}};
  for (int i = 0; i < 5; ++i) {
    char *p = block_of(5000);
    errno = 0;
    assert_null(ZP_FN(rezallocarray)(p, 1, factors[i][0], factors[i][1]));
    assert_int_equal(errno, ENOMEM);
    check_bytes(p, 0, 5000, 'x');
    free(p);
    errno = 0;
    assert_null(ZP_FN(rezallocarray)(NULL, 0, factors[i][0], factors[i][1]));
    assert_int_equal(errno, ENOMEM);
  }
}

static void arrays_grow_by_elements(void **state) {
  (void)state;
  const size_t elements[] = {1, 12, 4096, 40000};
  for (int e = 0; e < 4; ++e)
    for (size_t n = 1; n < 30; n += 3) {
      size_t size = elements[e], more = 4 * n + 1;
      char *p = block_of(n * size);
      dirty(more * size);
      p = ZP_FN(rezallocarray_how)(p, n, more, size, hows[n % HOWS]);
      assert_non_null(p);
      check_bytes(p, 0, n * size, 'x');
      check_bytes(p, n * size, more * size, 0);
      p = ZP_FN(rezallocarray)(p, more, n, size);
      check_bytes(p, 0, n * size, 'x');
      free(p);
    }
}

static void success_leaves_errno_alone(void **state) {
  (void)state;
  char *p = NULL;
  for (int i = 1; i < SIZES; ++i) {
    errno = 4321;
    p = ZP_FN(rezalloc)(p, sizes[i - 1], sizes[i]);
    assert_non_null(p);
    assert_int_equal(errno, 4321);
  }
  free(p);
}

/* Pages that realloc brings fresh from the kernel stay away. */
static void fresh_pages_stay_away(void **state) {
  (void)state;
  enum { OLD = 4 << 20, NEW = 64 << 20, PAGE = 4096 };
  static unsigned char there[NEW / PAGE];
  if (zp_allocator() != ZP_GLIBC || getenv("MALLOC_PERTURB_"))
    skip();
  char *p = block_of(OLD - 100);
  p = ZP_FN(rezalloc)(p, OLD - 100, NEW);
  assert_non_null(p);
  char *page = p + (-(uintptr_t)p & (PAGE - 1));
  assert_int_equal(mincore(page, NEW - PAGE, there), 0);
  size_t n = 0;
  for (int i = 0; i < NEW / PAGE - 1; ++i)
    n += there[i] & 1;
  assert_in_range(n, 1, OLD / PAGE + 8);
  free(p);
}

/* Nothing is known of its pages: they are cleared, hence there. */
static void an_unknown_allocators_pages_are_cleared(void **state) {
  (void)state;
  enum { OLD = 4 << 20, NEW = 64 << 20, PAGE = 4096 };
  static unsigned char there[NEW / PAGE];
  const enum zp_allocator answer = zp_allocator();
  zp_keep_allocator(ZP_UNKNOWN);
  char *p = block_of(OLD - 100);
  p = ZP_FN(rezalloc)(p, OLD - 100, NEW);
  zp_keep_allocator(answer);
  assert_non_null(p);
  char *page = p + (-(uintptr_t)p & (PAGE - 1));
  assert_int_equal(mincore(page, NEW - PAGE, there), 0);
  for (int i = 0; i < NEW / PAGE - 1; ++i)
    assert_true(there[i] & 1);
  free(p);
}

#ifdef FAILING
extern int fail_at, frees;

static void injected_failure_leaves_the_block(void **state) {
  (void)state;
  for (int i = 0; i < SIZES; ++i) {
    char *p = block_of(5000);
    int before = frees;
    fail_at = 1;
    errno = 0;
    assert_null(ZP_FN(rezalloc)(p, 5000, 5000 + sizes[i]));
    assert_int_equal(errno, ENOMEM);
    fail_at = 1;
    assert_null(ZP_FN(rezallocarray)(p, 50, 51 + sizes[i], 100));
    fail_at = 1;
    assert_null(ZP_FN(rezalloc)(NULL, 0, 5000));
    assert_int_equal(frees, before);
    fail_at = 0;
    check_bytes(p, 0, 5000, 'x');
    free(p);
  }
}
#else
/* In a child, because nothing gets its memory back. */
static void no_address_space_is_enomem(void **state) {
  (void)state;
  if (zp_allocator() != ZP_GLIBC)
    skip();
  pid_t child = fork();
  if (!child) {
    const struct rlimit little = {256 << 20, 256 << 20};
    char *p = malloc(1 << 20);
    memset(p, 'x', 1 << 20);
    setrlimit(RLIMIT_AS, &little);
    errno = 0;
    int bad = ZP_FN(rezalloc)(p, 1 << 20, 1 << 30) != NULL || errno != ENOMEM ||
              p[0] != 'x' || p[(1 << 20) - 1] != 'x';
    _exit(bad);
  }
  int status;
  assert_int_equal(waitpid(child, &status, 0), child);
  assert_int_equal(status, 0);
}
#endif

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_is_added_is_zero),
      cmocka_unit_test(slack_is_zeroed),
      cmocka_unit_test(growing_in_steps_keeps_everything),
      cmocka_unit_test(shrinking_keeps_the_rest),
      cmocka_unit_test(null_gives_a_zeroed_block),
      cmocka_unit_test(size_zero_is_the_programs),
      cmocka_unit_test(failure_leaves_the_block),
      cmocka_unit_test(overflow_is_enomem),
      cmocka_unit_test(arrays_grow_by_elements),
      cmocka_unit_test(success_leaves_errno_alone),
      cmocka_unit_test(fresh_pages_stay_away),
      cmocka_unit_test(an_unknown_allocators_pages_are_cleared),
#ifdef FAILING
      cmocka_unit_test(injected_failure_leaves_the_block),
#else
      cmocka_unit_test(no_address_space_is_enomem),
#endif
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
