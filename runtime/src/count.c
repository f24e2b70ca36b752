/*===- count.c - how often rewritten sites were executed -------------------===*
 *
 * A counting build calls this once per execution of a rewritten site. Sites
 * enter a list on their first execution; at exit (or dlclose) a line
 *
 *     count <TAB> file:line:column function variant
 *
 * per executed site is appended to the file that ZEROPASS_COUNT_FILE names.
 * Lines of the same site add up: another process, another copy of the code and
 * what ran after the first report each write their own.
 *
 *===----------------------------------------------------------------------===*/
#include "entries.h"
#include "libc.h"
#include "os.h"

/* The last site of the list points here, so that null means "not in it". */
#define ZP_LAST ((struct zp_site *)1)

/* No page that fork wipes: the process is known by its number instead. */
#define ZP_NO_PAGE ((uint32_t *)1)

enum { ZP_PAGE_BYTES = 4096 };

ZP_DATA extern struct zp_site *ZP_FN(count_sites);
ZP_DATA extern uint32_t *ZP_FN(count_page);
ZP_DATA extern uint32_t ZP_FN(count_process);
ZP_DATA extern uint32_t ZP_FN(count_armed);
ZP_DATA extern const char ZP_FN(count_variable)[];
ZP_HIDDEN void ZP_FN(count_report)(void);
ZP_HIDDEN void ZP_FN(count_enlist)(struct zp_site *site);
ZP_HIDDEN uint32_t ZP_FN(count_know_process)(void);

struct zp_site *ZP_FN(count_sites) = ZP_LAST;
uint32_t *ZP_FN(count_page);   /* holds 1 in the process that counts */
uint32_t ZP_FN(count_process); /* its number, where there is no page */
uint32_t ZP_FN(count_armed);   /* the report at exit is registered */
const char ZP_FN(count_variable)[] = "ZEROPASS_COUNT_FILE";

ZP_SLOW void ZP_FN(count_enlist)(struct zp_site *site) {
  struct zp_site *none = NULL;
  if (!__atomic_compare_exchange_n(&site->next, &none, ZP_LAST, 0,
                                   __ATOMIC_RELAXED, __ATOMIC_RELAXED))
    return;
  struct zp_site *first =
      __atomic_load_n(&ZP_FN(count_sites), __ATOMIC_RELAXED);
  do
    __atomic_store_n(&site->next, first, __ATOMIC_RELAXED);
  while (!__atomic_compare_exchange_n(&ZP_FN(count_sites), &first, site, 1,
                                      __ATOMIC_RELEASE, __ATOMIC_RELAXED));
}

/* Sets up the means to recognise a child made by fork. */
ZP_SLOW uint32_t ZP_FN(count_know_process)(void) {
  uint32_t *page = zp_os_map_wiped_on_fork(ZP_PAGE_BYTES);
  if (page) {
    *page = 1;
  } else {
    page = ZP_NO_PAGE;
    __atomic_store_n(&ZP_FN(count_process), (uint32_t)zp_os_pid(),
                     __ATOMIC_RELAXED);
  }
  uint32_t *none = NULL;
  if (!__atomic_compare_exchange_n(&ZP_FN(count_page), &none, page, 0,
                                   __ATOMIC_RELEASE, __ATOMIC_RELAXED) &&
      page != ZP_NO_PAGE)
    zp_os_unmap(page, ZP_PAGE_BYTES);
  return 0;
}

/* True once in a child made by fork, which has its parent's counts. vfork
 * shares the memory and the counts: its child is no other process here. */
static inline uint32_t zp_is_new_process(void) {
  uint32_t *page = __atomic_load_n(&ZP_FN(count_page), __ATOMIC_ACQUIRE);
  if (!page)
    return ZP_FN(count_know_process)();
  if (page == ZP_NO_PAGE) {
    uint32_t pid = (uint32_t)zp_os_pid();
    return __atomic_load_n(&ZP_FN(count_process), __ATOMIC_RELAXED) != pid &&
           __atomic_exchange_n(&ZP_FN(count_process), pid, __ATOMIC_RELAXED) !=
               pid;
  }
  return !__atomic_load_n(page, __ATOMIC_RELAXED) &&
         !__atomic_exchange_n(page, 1, __ATOMIC_RELAXED);
}

static inline struct zp_site *zp_first_site(void) {
  return __atomic_load_n(&ZP_FN(count_sites), __ATOMIC_ACQUIRE);
}

static inline struct zp_site *zp_next_site(const struct zp_site *site) {
  return __atomic_load_n(&site->next, __ATOMIC_RELAXED);
}

/* Drops what the parent counted and will report itself. */
static inline void zp_count_from_zero(void) {
  for (struct zp_site *s = zp_first_site(); s != ZP_LAST; s = zp_next_site(s))
    __atomic_store_n(&s->count, 0, __ATOMIC_RELAXED);
}

static inline size_t zp_length(const char *text) {
  size_t n = 0;
  while (text[n]) {
    __asm__("" : "+r"(n)); /* or LLVM makes it a call to strlen */
    ++n;
  }
  return n;
}

ZP_SLOW void ZP_FN(count_report)(void) {
  /* A site that runs later, in another exit handler, registers once more. */
  __atomic_store_n(&ZP_FN(count_armed), 0, __ATOMIC_RELAXED);
  if (zp_is_new_process())
    zp_count_from_zero();
  const char *path = getenv(ZP_FN(count_variable));
  if (!path || !*path || zp_os_privileged())
    return;
  const char newline = '\n';
  long file = zp_os_open_append(path);
  if (zp_os_failed(file))
    return;
  for (struct zp_site *s = zp_first_site(); s != ZP_LAST; s = zp_next_site(s)) {
    uint64_t count = __atomic_exchange_n(&s->count, 0, __ATOMIC_RELAXED);
    if (!count)
      continue;
    char digits[24];
    char *end = digits + sizeof digits, *start = end;
    *--start = '\t';
    do
      *--start = (char)('0' + count % 10);
    while (count /= 10);
    const struct zp_os_piece line[] = {{start, (size_t)(end - start)},
                                       {s->where, zp_length(s->where)},
                                       {&newline, 1}};
    zp_os_write(file, line, 3);
  }
  zp_os_close(file);
}

__attribute__((noinline)) void ZP_FN(count)(struct zp_site *site) {
  if (ZP_UNLIKELY(!zp_next_site(site)))
    ZP_FN(count_enlist)(site);
  if (ZP_UNLIKELY(zp_is_new_process()))
    zp_count_from_zero();
  __atomic_fetch_add(&site->count, 1, __ATOMIC_RELAXED);
  if (ZP_UNLIKELY(!__atomic_load_n(&ZP_FN(count_armed), __ATOMIC_RELAXED)) &&
      !__atomic_exchange_n(&ZP_FN(count_armed), 1, __ATOMIC_RELAXED))
    atexit(ZP_FN(count_report));
}
