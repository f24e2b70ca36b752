/* zero_fresh on memory of every kind: what was asked for is zero, what is
 * beside it stays, and pages that are not there do not come where that can be
 * proven. As library and as bodies, under every allocator, without Linux.
 *
 * RUN: %clang -O2 %runtime_headers %s %zprt -lcmocka -pthread -o %t
 * RUN: %t
 * RUN: env MALLOC_PERTURB_=165 %t
 * RUN: env LD_PRELOAD=%jemalloc %t
 * RUN: env LD_PRELOAD=%mimalloc %t
 * RUN: env LD_PRELOAD=%tcmalloc %t
 * RUN: %clang -O2 %embedded %s %bodies -lcmocka -pthread -o %t.embedded
 * RUN: %t.embedded
 * RUN: env LD_PRELOAD=%jemalloc %t.embedded
 * RUN: env LD_PRELOAD=%mimalloc %t.embedded
 * RUN: env LD_PRELOAD=%tcmalloc %t.embedded
 * RUN: %clang -O1 -U__linux__ %embedded %s %project/runtime/src/bodies.c -lcmocka -pthread -o %t.elsewhere
 * RUN: %t.elsewhere
 * RUN: %clang -O2 %embedded %s %bodies %S/Inputs/own-malloc.c -lcmocka -pthread -o %t.own
 * RUN: %t.own
 * REQUIRES: cmocka, jemalloc, mimalloc, tcmalloc
 */
#define _GNU_SOURCE
#include "Inputs/fresh-memory.h"
#include "entries.h"

#include <malloc.h>
#include <pthread.h>

static void fresh_pages_do_not_come(void **state) {
  (void)state;
  struct area a = map_anonymous(LARGE);
  zero(a.start, a.bytes);
  check_resident(&a, may_stay_away() ? 0 : a.pages);
  check_zero(a.start, a.bytes);
  unmap(&a);
}

static void pages_that_are_there_are_cleared(void **state) {
  (void)state;
  struct area a = map_anonymous(LARGE);
  memset(a.start, 0xA5, a.bytes);
  zero(a.start, a.bytes);
  check_resident(&a, a.pages);
  check_zero(a.start, a.bytes);
  unmap(&a);
}

/* Runs of every length, across the bounds of what is asked at once. */
static void of_a_mixture_only_what_is_there_is_cleared(void **state) {
  (void)state;
  for (unsigned seed = 1; seed <= 6; ++seed) {
    struct area a = map_anonymous(LARGE);
    srand(seed);
    size_t there = 0;
    for (size_t i = 0; i < a.pages;) {
      int write = rand() & 1;
      size_t run = 1 + (size_t)rand() % (seed & 1 ? 8 : 2500);
      for (; run && i < a.pages; --run, ++i)
        if (write)
          memset(page_of(&a, i), 0xA5, page_bytes()), ++there;
    }
    zero(a.start, a.bytes);
    check_resident(&a, may_stay_away() ? there : a.pages);
    check_zero(a.start, a.bytes);
    unmap(&a);
  }
}

/* Neither a byte more nor a byte less, wherever the block begins and ends. */
static void neighbours_stay(void **state) {
  (void)state;
  const size_t page = page_bytes();
  const size_t offsets[] = {0, 1, 16, 100, page - 1};
  for (unsigned i = 0; i < 5; ++i)
    for (unsigned k = 0; k < 5; ++k) {
      struct area a = map_anonymous(ZP_ASK_LEAST + 4 * page);
      const size_t begin = page + offsets[i];
      const size_t end = a.bytes - page - offsets[k];
      memset(a.start, 0xA5, begin);
      memset(a.start + end, 0xA5, a.bytes - end);
      /* Garbage inside as well, in the two pages that are not its own. */
      memset(a.start + begin, 0x5A, page - offsets[i]);
      memset(a.start + end - offsets[k], 0x5A, offsets[k]);
      zero(a.start + begin, end - begin);
      check_zero(a.start + begin, end - begin);
      check_bytes(a.start, begin, 0xA5);
      check_bytes(a.start + end, a.bytes - end, 0xA5);
      unmap(&a);
    }
}

/* Less than a page can be asked about is simply cleared. */
static void small_blocks_are_cleared(void **state) {
  (void)state;
  struct area a = map_anonymous(LARGE);
  const size_t sizes[] = {0, 1, 15, 4095, 4096, 12289, 20000, ZP_ASK_LEAST - 1};
  for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; ++i) {
    memset(a.start, 0xA5, ZP_ASK_LEAST + 80);
    zero(a.start + 16, sizes[i]);
    check_zero(a.start + 16, sizes[i]);
    check_bytes(a.start, 16, 0xA5);
    check_bytes(a.start + 16 + sizes[i], 64, 0xA5);
  }
  unmap(&a);
  ZP_FN(zero_fresh)(NULL, 0, ZP_ORIGIN_MALLOC);
}

/* Read, never written: the kernel shows one page of zeroes many times over. */
static void pages_that_were_only_read(void **state) {
  (void)state;
  struct area a = map_anonymous(LARGE);
  check_zero(a.start, a.bytes / 2);
  zero(a.start, a.bytes);
  check_zero(a.start, a.bytes);
  unmap(&a);
}

/* Freed lazily: garbage, until the kernel wants the page. */
static void pages_given_up_by_the_allocator(void **state) {
  (void)state;
  struct area a = map_anonymous(LARGE);
  memset(a.start, 0xA5, a.bytes);
  madvise(a.start, a.bytes / 2, MADV_FREE);
  madvise(page_of(&a, a.pages / 2), a.bytes / 4, MADV_DONTNEED);
  zero(a.start, a.bytes);
  check_zero(a.start, a.bytes);
  unmap(&a);
}

/* Not in memory, and not zero. */
static void swapped_out_pages(void **state) {
  (void)state;
  struct area a = map_anonymous(LARGE);
  memset(a.start, 0xA5, a.bytes);
  madvise(a.start, a.bytes, 21 /* MADV_PAGEOUT */);
  if (resident(&a) == a.pages)
    print_message("no page can be made to leave memory here\n");
  zero(a.start, a.bytes);
  check_zero(a.start, a.bytes);
  unmap(&a);
}

static void huge_pages(void **state) {
  (void)state;
  const size_t part = 3 << 20;
  for (int touched = 0; touched < 3; ++touched) {
    struct area a = map_anonymous(LARGE);
    madvise(a.start, a.bytes, MADV_HUGEPAGE);
    for (size_t i = 0; touched && i < a.bytes; i += touched * part)
      a.start[i] = 1;
    zero(a.start + 16, a.bytes - 32);
    check_zero(a.start + 16, a.bytes - 32);
    if (touched)
      assert_int_equal(a.start[0], 1);
    unmap(&a);
  }
}

/* Not there, and the file's bytes come back when they are given up. */
static void private_pages_of_a_file(void **state) {
  (void)state;
  struct area a = map_file(LARGE, MAP_PRIVATE);
  if (resident(&a))
    print_message("a file's pages stay in memory here\n");
  zero(a.start, a.bytes);
  check_zero(a.start, a.bytes);
  unmap(&a);
}

static void shared_pages_of_a_file(void **state) {
  (void)state;
  struct area a = map_file(ZP_ASK_LEAST, MAP_SHARED);
  zero(a.start, a.bytes);
  check_zero(a.start, a.bytes);
  memset(a.start, 0xF1, a.bytes); /* for the next one */
  unmap(&a);
}

/* Shared memory keeps its bytes when it is given up; another mapping may have
 * written them. */
static void shared_anonymous_pages(void **state) {
  (void)state;
  struct area a = map(LARGE, MAP_SHARED | MAP_ANONYMOUS, -1);
  pid_t child = fork();
  if (!child) {
    memset(a.start, 0xA5, a.bytes);
    _exit(0);
  }
  assert_true(succeeds(child));
  zero(a.start, a.bytes);
  check_zero(a.start, a.bytes);
  unmap(&a);
}

/* Parts of different kinds in one block, in either order. */
static void a_block_of_several_mappings(void **state) {
  (void)state;
  for (size_t from = 0; from < 4; ++from) {
    struct area a = map_anonymous(LARGE);
    const size_t part = a.bytes / 4;
    lay_file(a.start + from * part, part);
    memset(a.start + (from + 1) % 4 * part, 0xA5, part / 2);
    zero(a.start + 16, a.bytes - 32);
    check_zero(a.start + 16, a.bytes - 32);
    unmap(&a);
  }
}

/* The kernel gives no locked page up. */
static void locked_pages(void **state) {
  (void)state;
  struct area a = map_anonymous(ZP_ASK_LEAST * 2);
  memset(a.start, 0xA5, a.bytes);
  if (mlock(a.start, a.bytes))
    print_message("memory may not be locked here\n");
  zero(a.start, a.bytes);
  check_zero(a.start, a.bytes);
  unmap(&a);
}

/* As with mlockall(MCL_FUTURE | MCL_ONFAULT): locked, and not there yet. */
static void locked_pages_that_are_not_there(void **state) {
  (void)state;
  struct area a = map_anonymous(ZP_ASK_LEAST * 2);
  memset(a.start, 0xA5, a.bytes / 2);
  if (mlock2(a.start, a.bytes, MLOCK_ONFAULT)) {
    print_message("memory may not be locked here\n");
  } else {
    zero(a.start, a.bytes);
    check_resident(&a, a.pages);
  }
  zero(a.start, a.bytes);
  check_zero(a.start, a.bytes);
  unmap(&a);
}

static void reserved_huge_pages(void **state) {
  (void)state;
  const size_t bytes = 4 << 20;
  char *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_HUGETLB, -1, 0);
  if (p == MAP_FAILED) {
    print_message("no huge pages are reserved here\n");
    return;
  }
  p[0] = 1;
  zero(p + 16, bytes - 32);
  check_zero(p + 16, bytes - 32);
  assert_int_equal(p[0], 1);
  munmap(p, bytes);
}

static void a_block_that_was_moved(void **state) {
  (void)state;
  struct area a = map_anonymous(LARGE);
  memset(a.start, 0xA5, a.bytes / 2);
  char *moved = mremap(a.start, a.bytes, a.bytes * 2, MREMAP_MAYMOVE);
  assert_ptr_not_equal(moved, MAP_FAILED);
  a = (struct area){moved, a.bytes * 2, a.pages * 2};
  zero(a.start, a.bytes);
  check_resident(&a, may_stay_away() ? a.pages / 4 : a.pages);
  check_zero(a.start, a.bytes);
  unmap(&a);
}

/* A child has its parent's pages until it writes; the parent's must stay. */
static void in_a_child(void **state) {
  (void)state;
  struct area a = map_anonymous(LARGE);
  memset(a.start, 0xA5, a.bytes / 2);
  pid_t child = fork();
  if (!child) {
    zero(a.start, a.bytes);
    check_zero(a.start, a.bytes);
    _exit(0);
  }
  assert_true(succeeds(child));
  check_bytes(a.start, a.bytes / 2, 0xA5);
  unmap(&a);
}

static void *in_a_thread(void *seed) {
  for (unsigned i = 0; i < 20; ++i) {
    struct area a = map_anonymous(ZP_ASK_LEAST * 4);
    for (size_t k = (uintptr_t)seed; k < a.pages; k += 1 + i)
      page_of(&a, k)[7] = 1;
    zero(a.start, a.bytes);
    check_zero(a.start, a.bytes);
    unmap(&a);
  }
  return NULL;
}

/* Among other things the first use, which asks for the size of a page. */
static void in_threads(void **state) {
  (void)state;
  enum { THREADS = 6 };
  pthread_t threads[THREADS];
  __atomic_store_n(&ZP_FN(page_bytes), 0, __ATOMIC_RELAXED);
  for (uintptr_t i = 0; i < THREADS; ++i)
    assert_int_equal(pthread_create(&threads[i], NULL, in_a_thread, (void *)i),
                     0);
  for (int i = 0; i < THREADS; ++i)
    pthread_join(threads[i], NULL);
}

static void residency_off_asks_nothing(void **state) {
  (void)state;
  struct area a = map_anonymous(LARGE);
  ZP_FN(zero_fresh_block)(a.start, a.bytes, ZP_HOW_NO_RESIDENCY);
  check_resident(&a, a.pages);
  check_zero(a.start, a.bytes);
  unmap(&a);
}

/*--- By who allocated -------------------------------------------------------*/

static int proven(void) { return zp_allocator() != ZP_UNKNOWN; }

/* What rewritten code does with a block of the malloc family. */
static void blocks_of_malloc(void **state) {
  (void)state;
  const size_t sizes[] = {100, 65536, 300000, 1 << 20, 8000000, LARGE + 5};
  for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; ++i)
    for (int again = 0; again < 3; ++again) {
      char *p = again == 1 ? memalign(4096, sizes[i]) : malloc(sizes[i]);
      assert_non_null(p);
      ZP_FN(zero_fresh)(p, sizes[i], ZP_ORIGIN_MALLOC);
      check_zero(p, sizes[i]);
      memset(p, 0xA5, sizes[i]);
      free(p);
    }
}

/* One that glibc maps alone, aligned or not, even if it is not large. The first
 * test, because later the heap has room for it. */
static void a_mapped_block_of_glibcs_stays_away(void **state) {
  (void)state;
  if (zp_allocator() != ZP_GLIBC || !may_stay_away() ||
      getenv("MALLOC_PERTURB_"))
    return;
  mallopt(M_MMAP_THRESHOLD, 128 * 1024);
  const size_t bytes = ZP_ASK_LEAST + 45 * 1024;
  for (size_t align = 16; align <= 65536; align *= 16) {
    char *p = memalign(align, bytes);
    ZP_FN(zero_fresh)(p, bytes, ZP_ORIGIN_MALLOC);
    struct area a = inside(p, bytes);
    assert_true(resident(&a) <= 1);
    check_zero(p, bytes);
    free(p);
  }
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
}

/* jemalloc's row asks about blocks that say nothing of themselves. */
static void a_fresh_block_of_jemallocs_stays_away(void **state) {
  (void)state;
  if (zp_allocator() != ZP_JEMALLOC || !may_stay_away())
    return;
  const size_t bytes = 3 << 20;
  char *p = malloc(bytes);
  struct area a = inside(p, bytes);
  size_t before = resident(&a);
  ZP_FN(zero_fresh)(p, bytes, ZP_ORIGIN_MALLOC);
  assert_true(before < a.pages);
  check_resident(&a, before);
  check_zero(p, bytes);
  free(p);
}

/* MALLOC_PERTURB_ and the like: mapped alone, and written to all the same. */
static void a_mapped_block_that_was_filled(void **state) {
  (void)state;
  char *p = malloc(LARGE);
  memset(p, 0xA5, LARGE);
  ZP_FN(zero_fresh)(p, LARGE, ZP_ORIGIN_MALLOC);
  check_zero(p, LARGE);
  free(p);
}

static void check_cleared_at_once(unsigned origin) {
  struct area a = map_anonymous(LARGE);
  ZP_FN(zero_fresh)(a.start, a.bytes, origin);
  check_resident(&a, a.pages);
  check_zero(a.start, a.bytes);
  unmap(&a);
}

static void other_origins_are_cleared(void **state) {
  (void)state;
  check_cleared_at_once(ZP_ORIGIN_OTHER);
  check_cleared_at_once(ZP_ORIGIN_NEW);
  check_cleared_at_once(ZP_ORIGIN(ZP_ORIGIN_OTHER, ZP_HOW_RESIDENT));
  check_cleared_at_once(ZP_ORIGIN(ZP_ORIGIN_MALLOC, ZP_HOW_NO_RESIDENCY));
}

/* From an aligned_alloc of the program's own, beside glibc's malloc: no header
 * need be in front of it, nor any memory. */
static void a_block_without_a_header(void **state) {
  (void)state;
  for (int mapped = 0; mapped < 2; ++mapped) {
    struct area a = map_anonymous(LARGE + 65536);
    const size_t page = page_bytes();
    struct area block = {a.start + page, a.bytes - page, a.pages - 1};
    if (mapped)
      mprotect(a.start, page, PROT_NONE);
    else
      munmap(a.start, page);
    ZP_FN(zero_fresh)
    (block.start, 1 << 20, ZP_ORIGIN(ZP_ORIGIN_MALLOC, ZP_HOW_PREFAULT));
    ZP_FN(zero_fresh)
    (block.start, block.bytes, ZP_ORIGIN(ZP_ORIGIN_MALLOC, ZP_HOW_RESIDENT));
    size_t least = (1 << 20) / page;
    check_resident(&block, may_stay_away() && proven() ? least : block.pages);
    check_zero(block.start, block.bytes);
    unmap(&a);
  }
}

static void an_unknown_allocators_blocks_are_cleared(void **state) {
  (void)state;
  const enum zp_allocator answer = zp_allocator();
  zp_keep_allocator(ZP_UNKNOWN);
  check_cleared_at_once(ZP_ORIGIN_MALLOC);
  zp_keep_allocator(answer);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_mapped_block_of_glibcs_stays_away),
      cmocka_unit_test(a_fresh_block_of_jemallocs_stays_away),
      cmocka_unit_test(fresh_pages_do_not_come),
      cmocka_unit_test(pages_that_are_there_are_cleared),
      cmocka_unit_test(of_a_mixture_only_what_is_there_is_cleared),
      cmocka_unit_test(neighbours_stay),
      cmocka_unit_test(small_blocks_are_cleared),
      cmocka_unit_test(pages_that_were_only_read),
      cmocka_unit_test(pages_given_up_by_the_allocator),
      cmocka_unit_test(swapped_out_pages),
      cmocka_unit_test(huge_pages),
      cmocka_unit_test(private_pages_of_a_file),
      cmocka_unit_test(shared_pages_of_a_file),
      cmocka_unit_test(shared_anonymous_pages),
      cmocka_unit_test(a_block_of_several_mappings),
      cmocka_unit_test(locked_pages),
      cmocka_unit_test(locked_pages_that_are_not_there),
      cmocka_unit_test(reserved_huge_pages),
      cmocka_unit_test(a_block_that_was_moved),
      cmocka_unit_test(in_a_child),
      cmocka_unit_test(in_threads),
      cmocka_unit_test(residency_off_asks_nothing),
      cmocka_unit_test(blocks_of_malloc),
      cmocka_unit_test(a_mapped_block_that_was_filled),
      cmocka_unit_test(other_origins_are_cleared),
      cmocka_unit_test(a_block_without_a_header),
      cmocka_unit_test(an_unknown_allocators_blocks_are_cleared),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
