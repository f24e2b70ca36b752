/* Huge pages under the two conditions and by option, and pages in advance: what
 * /proc/self/smaps and mincore say of a block and of what is around it.
 *
 * RUN: %clang -O2 %runtime_headers %s %zprt -lcmocka -o %t
 * RUN: %t
 * RUN: env MALLOC_PERTURB_=165 %t
 * RUN: env LD_PRELOAD=%jemalloc %t
 * RUN: env LD_PRELOAD=%mimalloc %t
 * RUN: env LD_PRELOAD=%tcmalloc %t
 * RUN: %clang -O2 %embedded %s %bodies -lcmocka -o %t.embedded
 * RUN: %t.embedded
 * RUN: env LD_PRELOAD=%jemalloc %t.embedded
 * RUN: %clang -O1 -g -fsanitize=undefined -fno-sanitize-recover=all %embedded %s %project/runtime/src/bodies.c -lcmocka -o %t.checked
 * RUN: %t.checked
 * RUN: %clang -O1 -U__linux__ %embedded %s %project/runtime/src/bodies.c -lcmocka -o %t.elsewhere
 * RUN: %t.elsewhere
 * REQUIRES: cmocka, jemalloc, mimalloc, tcmalloc
 */
#define _GNU_SOURCE
#include "Inputs/fresh-memory.h"
#include "entries.h"

#include <malloc.h>
#include <stdio.h>

enum { MB = 1 << 20 };

/* The mapping that holds a byte, as the kernel sees it. */
struct mapping {
  char *start, *end;
  int advised;
};

static struct mapping mapping_of(const void *p) {
  struct mapping m = {0}, found = {0};
  char line[512];
  FILE *file = fopen("/proc/self/smaps", "r");
  assert_non_null(file);
  while (fgets(line, sizeof line, file)) {
    unsigned long start, end;
    if (sscanf(line, "%lx-%lx ", &start, &end) == 2) {
      m = (struct mapping){(char *)start, (char *)end, 0};
    } else if (!strncmp(line, "VmFlags:", 8)) {
      m.advised = strstr(line, " hg") != NULL;
      if ((const char *)p >= m.start && (const char *)p < m.end)
        found = m;
    }
  }
  fclose(file);
  return found;
}

static int advised(const void *p) { return mapping_of(p).advised; }

/* True where advice can be given and seen. */
static int huge_pages_show(void) {
  struct area a = map(8 * MB, MAP_PRIVATE | MAP_ANONYMOUS, -1);
  zp_os_advise(a.start, a.bytes, ZP_ADVICE_HUGEPAGE);
  int shows = advised(a.start);
  unmap(&a);
  if (!shows)
    print_message("this system shows no advice: only bytes are looked at\n");
  return shows;
}

static int glibc(void) { return zp_allocator() == ZP_GLIBC; }

static void *allocate(size_t align, size_t size) {
  return align > 16 ? memalign(align, size) : calloc(1, size);
}

/* Settles and checks that nothing but the pages has changed. */
static void settle(void *p, size_t size, unsigned how) {
  errno = 4321;
  zp_settle(p, size, how);
  assert_int_equal(errno, 4321);
}

static void a_mapped_block_is_advised_whole(void **state) {
  (void)state;
  int shows = huge_pages_show();
  for (size_t align = 16; align <= 4 * MB; align *= 8) {
    char *p = allocate(align, 40 * MB);
    settle(p, 40 * MB, ZP_HOW_RESIDENT);
    struct mapping m = mapping_of(p);
    if (shows)
      assert_int_equal(m.advised, glibc());
    if (glibc()) /* one mapping, from the header to the end */
      assert_true(m.start < p && m.end >= p + 40 * MB);
    memset(p, 1, 40 * MB);
    free(p);
  }
}

static void nothing_else_is_advised(void **state) {
  (void)state;
  void *tiny = malloc(1);
  struct mapping before = mapping_of(tiny);
  char *p = calloc(1, 40 * MB), *q = calloc(1, 40 * MB),
       *r = calloc(1, 40 * MB);
  settle(q, 40 * MB, ZP_HOW_RESIDENT);
  assert_false(advised(p));
  assert_false(advised(r));
  assert_int_equal(before.advised, mapping_of(before.start).advised);
  free(p);
  free(q);
  free(r);
  free(tiny);
}

/* Where glibc unmaps the block, the next one at its place knows nothing of it.
 */
static void advice_ends_with_the_block(void **state) {
  (void)state;
  if (!glibc())
    return;
  char *p = calloc(1, 40 * MB);
  settle(p, 40 * MB, ZP_HOW_RESIDENT);
  free(p);
  char *q = calloc(1, 40 * MB);
  assert_ptr_equal(p, q);
  assert_false(advised(q));
  free(q);
}

/* realloc moves pages, it does not copy bytes: by mremap, which takes the
 * advice along. */
static void an_advised_block_grows_and_shrinks(void **state) {
  (void)state;
  int shows = huge_pages_show();
  char *p = calloc(1, 40 * MB);
  settle(p, 40 * MB, ZP_HOW_RESIDENT);
  memset(p, 0xA5, 40 * MB);
  p = realloc(p, 400 * MB);
  assert_non_null(p);
  check_bytes(p, 40 * MB, 0xA5);
  if (glibc()) {
    struct area a = inside(p + 40 * MB, 360 * MB);
    assert_true(resident(&a) <= 2 * MB / page_bytes());
    assert_true(mapping_of(p).end >= p + 400 * MB);
    assert_int_equal(advised(p), shows);
  }
  p = realloc(p, 36 * MB);
  check_bytes(p, 36 * MB, 0xA5);
  free(p);
}

/* From the heap, too small, or not so certain: not unasked. */
static void no_other_block_is_advised_unasked(void **state) {
  (void)state;
  char *small = calloc(1, 3 * MB), *never = calloc(1, 40 * MB);
  settle(small, 3 * MB, ZP_HOW_RESIDENT);
  assert_false(advised(small));
  settle(never, 40 * MB, 0);
  assert_false(advised(never));
  settle(never, 40 * MB, ZP_HOW_RESIDENT | ZP_HOW_NO_HUGE);
  assert_false(advised(never));
  settle(never, 40 * MB, ZP_HOW_HUGE | ZP_HOW_NO_HUGE);
  assert_false(advised(never));
  const enum zp_allocator answer = zp_allocator();
  zp_keep_allocator(ZP_UNKNOWN);
  settle(never, 40 * MB, ZP_HOW_RESIDENT);
  zp_keep_allocator(answer);
  assert_false(advised(never));
  free(small);
  free(never);
}

static void no_block_of_the_heap_is_advised_unasked(void **state) {
  (void)state;
  if (!glibc())
    return;
  mallopt(M_MMAP_THRESHOLD, 32 * MB);
  char *p = calloc(1, 8 * MB);
  settle(p, 8 * MB, ZP_HOW_RESIDENT);
  assert_false(advised(p + 4 * MB));
  free(p);
}

/* A block in the middle of memory that its allocator keeps: no page of it but
 * those that are the block's own. */
static void huge_always_stays_inside_the_block(void **state) {
  (void)state;
  const enum zp_allocator answer = zp_allocator();
  int shows = huge_pages_show();
  zp_keep_allocator(ZP_UNKNOWN);
  for (size_t i = 0; i < 8; ++i) {
    struct area a = map(16 * MB, MAP_PRIVATE | MAP_ANONYMOUS, -1);
    char *p = a.start + MB / 4 * i + 48;
    size_t size = 5 * MB + MB / 8 * i;
    settle(p, size, ZP_HOW_HUGE);
    struct mapping m = mapping_of(p + size / 2);
    if (shows) {
      assert_true(m.advised);
      assert_true(m.start >= p && m.end <= p + size);
      assert_int_equal((uintptr_t)m.start % (2 * MB), 0);
      assert_int_equal((uintptr_t)m.end % (2 * MB), 0);
    }
    unmap(&a);
  }
  zp_keep_allocator(answer);
}

static void huge_always_begins_at_a_huge_page(void **state) {
  (void)state;
  struct area a = map(16 * MB, MAP_PRIVATE | MAP_ANONYMOUS, -1);
  char *p = a.start + 4 * MB - ((uintptr_t)a.start & (2 * MB - 1));
  settle(p, 2 * MB - 1, ZP_HOW_HUGE);
  assert_false(advised(p));
  /* Large enough, but no whole huge page lies in it. */
  const enum zp_allocator answer = zp_allocator();
  zp_keep_allocator(ZP_UNKNOWN);
  settle(p + 4096, 3 * MB, ZP_HOW_HUGE);
  assert_false(advised(p + MB));
  assert_false(advised(p + 2 * MB));
  settle(p, 2 * MB, ZP_HOW_HUGE);
  assert_int_equal(advised(p), huge_pages_show());
  zp_keep_allocator(answer);
  unmap(&a);
}

/* Also one that is too small to be advised unasked: in one piece. */
static void huge_always_takes_a_mapped_block_whole(void **state) {
  (void)state;
  if (!glibc())
    return;
  mallopt(M_MMAP_THRESHOLD, 1 * MB);
  char *p = calloc(1, 3 * MB);
  settle(p, 3 * MB, ZP_HOW_HUGE);
  struct mapping m = mapping_of(p);
  assert_true(m.start < p && m.end >= p + 3 * MB);
  if (huge_pages_show())
    assert_true(m.advised);
  free(p);
  mallopt(M_MMAP_THRESHOLD, 32 * MB);
}

/* The two words in front of a block, as glibc writes them and as it does not.
 */
static void headers_are_read_with_care(void **state) {
  (void)state;
  if (!glibc())
    return;
  struct area a = map(16 * MB, MAP_PRIVATE | MAP_ANONYMOUS, -1);
  const size_t page = page_bytes(), bytes = 8 * MB + page, mapped = 2;
  char *const base = a.start + page;
  const struct {
    size_t offset, before, chunk;
    int known;
  } headers[] = {
      {16, 0, bytes | mapped, 1},                         /* since ever */
      {page, page - 16, (bytes - page + 16) | mapped, 1}, /* aligned */
      {16, 0, (bytes - 16) | mapped, 1}, /* from glibc 2.43 on */
      {16, 1, (bytes - 16) | mapped, 1}, /* with its own huge pages */
      {page + 16, page, (bytes - page - 16) | mapped, 1},
      {16, 0, bytes, 0}, /* of the heap */
      {16, 0, bytes | 1, 0},
      {16, 32, bytes | mapped, 0}, /* no whole pages */
      {16, 0, (bytes + 32) | mapped, 0},
      {16, 0, page | mapped, 0}, /* too short for the block */
      {16, 0, 0, 0},
      {16, SIZE_MAX, SIZE_MAX, 0},
      {16, 0, SIZE_MAX & ~(page - 1), 0}, /* past the end of memory */
      {24, 0, bytes | mapped, 0},         /* aligned as no block is */
  };
  for (unsigned i = 0; i < sizeof headers / sizeof *headers; ++i) {
    char *p = base + headers[i].offset;
    ((size_t *)p)[-2] = headers[i].before;
    ((size_t *)p)[-1] = headers[i].chunk;
    struct zp_range range = zp_mapped_alone(p, 8 * MB - page);
    /* One on the page before is read only where the kernel lets it. */
    int readable = headers[i].offset % page || zp_os_readable((uintptr_t)base);
    if (headers[i].known && readable) {
      assert_ptr_equal(range.start, base);
      assert_int_equal(range.bytes, bytes);
    } else {
      assert_int_equal(range.bytes, 0);
    }
  }
  unmap(&a);
}

static void prefault_brings_every_page(void **state) {
  (void)state;
  const size_t sizes[] = {1,     4095,   4096,       4097,   65535,
                          65536, 200000, 3 * MB + 1, 9 * MB, 40 * MB};
  for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; ++i)
    for (size_t offset = 0; offset < 3 * 4096; offset += 1361) {
      struct area a = map_anonymous(sizes[i] + 5 * 4096);
      char *p = a.start + offset;
      settle(p, sizes[i], ZP_HOW_PREFAULT);
      size_t first = offset / page_bytes();
      size_t last = (offset + sizes[i] - 1) / page_bytes();
      struct area own = {page_of(&a, first), (last - first + 1) * page_bytes(),
                         last - first + 1};
      check_resident(&own, own.pages);
      check_resident(&a, own.pages);
      check_zero(p, sizes[i]);
      unmap(&a);
    }
  settle(NULL, 0, ZP_HOW_PREFAULT);
}

/* Beside the block live others. */
static void prefault_changes_no_byte(void **state) {
  (void)state;
  struct area a = map_anonymous(MB);
  memset(a.start, 0xA5, a.bytes);
  memset(a.start + 100, 0, 300000);
  settle(a.start + 100, 300000, ZP_HOW_PREFAULT);
  check_bytes(a.start, 100, 0xA5);
  check_zero(a.start + 100, 300000);
  check_bytes(a.start + 300100, a.bytes - 300100, 0xA5);
  unmap(&a);
}

/* Also of a block that calloc serves, which is fresh and stays away else. */
static void prefault_goes_with_every_variant(void **state) {
  (void)state;
  const size_t sizes[] = {5000, 200000, 900000, 3 * MB, 9 * MB};
  for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; ++i) {
    char *blocks[] = {ZP_FN(zalloc_how)(sizes[i], ZP_HOW_PREFAULT),
                      ZP_FN(zalloc_large_how)(sizes[i], ZP_HOW_PREFAULT),
                      ZP_FN(calloc_how)(sizes[i] / 8, 8, ZP_HOW_PREFAULT),
                      ZP_FN(rezalloc_how)(NULL, 0, sizes[i], ZP_HOW_PREFAULT)};
    for (int k = 0; k < 4; ++k) {
      struct area a = inside(blocks[k], sizes[i]);
      if (a.pages)
        check_resident(&a, a.pages);
      free(blocks[k]);
    }
  }
}

/* From zero_fresh: advice comes before the first touch, the pages after. */
static void zero_fresh_does_as_it_is_asked(void **state) {
  (void)state;
  int shows = huge_pages_show();
  char *p = memalign(64, 40 * MB);
  ZP_FN(zero_fresh)
  (p, 40 * MB, ZP_ORIGIN(ZP_ORIGIN_MALLOC, ZP_HOW_PREFAULT | ZP_HOW_HUGE));
  struct area a = inside(p, 40 * MB);
  check_resident(&a, a.pages);
  check_zero(p, 40 * MB);
  if (shows)
    assert_true(advised(p + 20 * MB));
  free(p);
  /* Of another origin: nothing is read in front of the block. */
  a = map(16 * MB, MAP_PRIVATE | MAP_ANONYMOUS, -1);
  mprotect(a.start, page_bytes(), PROT_NONE);
  p = page_of(&a, 1);
  ZP_FN(zero_fresh)
  (p, 8 * MB, ZP_ORIGIN(ZP_ORIGIN_OTHER, ZP_HOW_RESIDENT | ZP_HOW_PREFAULT));
  assert_false(advised(p + 4 * MB));
  ZP_FN(zero_fresh)(p, 8 * MB, ZP_ORIGIN(ZP_ORIGIN_OTHER, ZP_HOW_HUGE));
  if (shows)
    assert_true(advised(p + 4 * MB));
  check_zero(p, 8 * MB);
  unmap(&a);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_mapped_block_is_advised_whole),
      cmocka_unit_test(nothing_else_is_advised),
      cmocka_unit_test(advice_ends_with_the_block),
      cmocka_unit_test(an_advised_block_grows_and_shrinks),
      cmocka_unit_test(no_other_block_is_advised_unasked),
      cmocka_unit_test(no_block_of_the_heap_is_advised_unasked),
      cmocka_unit_test(huge_always_stays_inside_the_block),
      cmocka_unit_test(huge_always_begins_at_a_huge_page),
      cmocka_unit_test(huge_always_takes_a_mapped_block_whole),
      cmocka_unit_test(headers_are_read_with_care),
      cmocka_unit_test(prefault_brings_every_page),
      cmocka_unit_test(prefault_changes_no_byte),
      cmocka_unit_test(prefault_goes_with_every_variant),
      cmocka_unit_test(zero_fresh_does_as_it_is_asked),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
