/* Pages that the program itself supplies (userfaultfd): one that is given back
 * is reported to whoever supplies them, who has zeroes for it from then on.
 *
 * RUN: %clang -O2 %embedded %s %bodies -lcmocka -pthread -o %t
 * RUN: %t
 * REQUIRES: cmocka
 */
#define _GNU_SOURCE
#include "Inputs/fresh-memory.h"

#include <linux/userfaultfd.h>
#include <pthread.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>

static struct area area;
static int removed; /* from here on the pages are zero */

/* Supplies garbage for whatever is touched, until told that it is gone. */
static void *supply(void *arg) {
  const int file = *(int *)arg;
  static char garbage[65536];
  memset(garbage, 0xA5, sizeof garbage);
  struct uffd_msg message;
  while (read(file, &message, sizeof message) == sizeof message) {
    if (message.event == UFFD_EVENT_REMOVE) {
      removed = 1;
    } else if (message.event == UFFD_EVENT_PAGEFAULT) {
      const __u64 page = message.arg.pagefault.address & ~(page_bytes() - 1);
      struct uffdio_zeropage zero = {{page, page_bytes()}, 0, 0};
      struct uffdio_copy copy = {page, (uintptr_t)garbage, page_bytes(), 0, 0};
      if (removed)
        ioctl(file, UFFDIO_ZEROPAGE, &zero);
      else
        ioctl(file, UFFDIO_COPY, &copy);
    }
  }
  return NULL;
}

static void the_supplier_is_told(void **state) {
  (void)state;
  static int file;
  struct uffdio_api api = {UFFD_API, UFFD_FEATURE_EVENT_REMOVE, 0};
  area = map_anonymous(ZP_ASK_LEAST * 2);
  struct uffdio_register range = {
      {(uintptr_t)area.start, area.bytes}, UFFDIO_REGISTER_MODE_MISSING, 0};
  file = (int)syscall(SYS_userfaultfd, 0);
  if (file < 0 || ioctl(file, UFFDIO_API, &api) ||
      ioctl(file, UFFDIO_REGISTER, &range)) {
    print_message("a program may supply no pages here: nothing was tested\n");
    return;
  }
  pthread_t supplier;
  assert_int_equal(pthread_create(&supplier, NULL, supply, &file), 0);
  assert_int_equal((unsigned char)area.start[0], 0xA5);
  zero(area.start + 1, area.bytes - 1);
  check_zero(area.start + 1, area.bytes - 1);
  assert_true(removed);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(the_supplier_is_told)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
