/* Memory of every kind to zero, and what became of it. */
#include "allocator.h"
#include "fresh.h"
#include "os.h"
#include "pages.h"

#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

/* More than is asked about at once, and no whole number of that. */
enum { LARGE = 9 << 20 };

struct area {
  char *start;
  size_t bytes, pages;
};

static inline size_t page_bytes(void) { return (size_t)sysconf(_SC_PAGESIZE); }

static inline char *page_of(const struct area *a, size_t i) {
  return a->start + i * page_bytes();
}

static inline struct area map(size_t bytes, int flags, int file) {
  bytes += -bytes & (page_bytes() - 1);
  char *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, flags, file, 0);
  assert_ptr_not_equal(p, MAP_FAILED);
  return (struct area){p, bytes, bytes / page_bytes()};
}

/* Without huge pages, whatever the system's mode: each page comes alone. */
static inline struct area map_anonymous(size_t bytes) {
  struct area a = map(bytes, MAP_PRIVATE | MAP_ANONYMOUS, -1);
  madvise(a.start, a.bytes, MADV_NOHUGEPAGE);
  return a;
}

static inline void unmap(const struct area *a) { munmap(a->start, a->bytes); }

/* A file of at least `bytes` bytes that are not zero. Out of the page cache, or
 * its pages count as there. */
static inline int garbage_file(size_t bytes) {
  static int file = -1;
  static size_t written;
  if (file < 0) {
    char name[] = "/tmp/zp-fresh-XXXXXX";
    file = mkstemp(name);
    assert_true(file >= 0);
    unlink(name);
  }
  char garbage[4096];
  memset(garbage, 0xF1, sizeof garbage);
  if (written < bytes) {
    for (; written < bytes; written += sizeof garbage)
      assert_int_equal(write(file, garbage, sizeof garbage), sizeof garbage);
    fsync(file);
  }
  posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED);
  return file;
}

static inline struct area map_file(size_t bytes, int flags) {
  return map(bytes, flags, garbage_file(bytes));
}

/* The same in the place of other memory. */
static inline void lay_file(char *p, size_t bytes) {
  int file = garbage_file(bytes);
  assert_ptr_equal(
      mmap(p, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_FIXED, file, 0),
      p);
}

/* The whole pages of a block. */
static inline struct area inside(char *p, size_t bytes) {
  const size_t page = page_bytes(), head = -(uintptr_t)p & (page - 1);
  size_t pages = (bytes - head) / page;
  return (struct area){p + head, pages * page, pages};
}

static inline size_t resident(const struct area *a) {
  unsigned char *there = malloc(a->pages);
  size_t n = 0;
  assert_int_equal(mincore(a->start, a->bytes, there), 0);
  for (size_t i = 0; i < a->pages; ++i)
    n += there[i] & 1;
  free(there);
  return n;
}

/* Before the bytes are looked at, which brings the pages. */
static inline void check_resident(const struct area *a, size_t pages) {
  assert_int_equal(resident(a), pages);
}

static inline void check_bytes(const char *p, size_t size, int byte) {
  for (size_t i = 0; i < size; ++i)
    if ((unsigned char)p[i] != byte)
      fail_msg("byte %zu of %zu is %d, not %d", i, size, (unsigned char)p[i],
               byte);
}

static inline void check_zero(const char *p, size_t size) {
  check_bytes(p, size, 0);
}

/* zero_fresh on memory as if it were a proven allocator's. */
static inline void zero(char *p, size_t size) {
  errno = 4321;
  ZP_FN(zero_fresh_block)(p, size, 0);
  assert_int_equal(errno, 4321);
}

/* True where the kernel answers; not under an emulator or another system. */
static inline int may_stay_away(void) {
  return zp_os_page_bytes() && zp_os_advice_counts();
}

static inline int succeeds(pid_t child) {
  int status;
  return waitpid(child, &status, 0) == child && status == 0;
}
