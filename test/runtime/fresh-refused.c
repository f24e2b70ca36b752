/* zero_fresh and prefault where a filter of system calls refuses mincore or
 * madvise, by any error number, or makes them succeed without doing anything:
 * the block is cleared at once, and nothing but zeroes is seen.
 *
 * RUN: %clang -O2 %runtime_headers %s %zprt -lcmocka -o %t
 * RUN: %t
 * RUN: %clang -O2 %embedded %s %bodies -lcmocka -o %t.embedded
 * RUN: %t.embedded
 * REQUIRES: cmocka
 */
#define _GNU_SOURCE
#include "Inputs/fresh-memory.h"
#include "entries.h"

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/resource.h>

/* What becomes of a system call. */
enum { PASSES = -1, LIES = 0, KILLS = -2 }; /* else the error number */

/* `advice`: the only one that is treated so, or ANY. */
enum { ANY = -1 };

struct rule {
  int mincore, madvise, advice;
};

static unsigned verdict(int fate) {
  return fate == PASSES  ? SECCOMP_RET_ALLOW
         : fate == KILLS ? SECCOMP_RET_KILL_PROCESS
                         : SECCOMP_RET_ERRNO | (unsigned)fate;
}

static int filter(const struct rule *rule) {
  const unsigned number = offsetof(struct seccomp_data, nr);
  const unsigned advice = offsetof(struct seccomp_data, args[2]);
  struct sock_filter code[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, number),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ZP_SYS_mincore, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, verdict(rule->mincore)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ZP_SYS_madvise, 0, 3),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, advice),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)rule->advice, 0,
               rule->advice != ANY),
      BPF_STMT(BPF_RET | BPF_K, verdict(rule->madvise)),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  /* For any advice the comparison falls through either way. */
  struct sock_fprog program = {sizeof code / sizeof *code, code};
  return !prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) &&
         !prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0);
}

static int filters_work(void) {
  const struct rule nothing = {PASSES, PASSES, ANY};
  pid_t child = fork();
  if (!child)
    _exit(!filter(&nothing));
  if (succeeds(child))
    return 1;
  print_message("system calls cannot be filtered here: nothing was tested\n");
  return 0;
}

static long faults(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_minflt;
}

enum kind { FRESH, FULL, HALF, FILE_PAGES, KINDS };
enum { SOME = 1 << 20 };

/* In a child: mincore does not tell what is there, page faults do. */
static int zeroes(const struct rule *rule, enum kind kind, int asked_before) {
  struct area a = map_anonymous(SOME);
  if (kind == FILE_PAGES)
    lay_file(a.start, a.bytes);
  if (kind == FULL || kind == HALF)
    memset(a.start, 0xA5, kind == FULL ? a.bytes : a.bytes / 2);
  ZP_FN(page_bytes) = asked_before ? page_bytes() : 0;
  if (!filter(rule))
    return 2;
  errno = 4321;
  ZP_FN(zero_fresh_block)(a.start, a.bytes, 0);
  if (errno != 4321)
    return 3;
  const long before = faults();
  for (size_t i = 0; i < a.bytes; ++i)
    if (a.start[i])
      return 4;
  return faults() - before < 16 ? 0 : 5;
}

/* Everything that is not certain is cleared, hence there. */
static void every_refusal_clears_at_once(void **state) {
  (void)state;
  static const int fates[] = {PASSES, EPERM,  ENOSYS, EACCES,
                              EINVAL, ENOMEM, EAGAIN, LIES};
  enum { FATES = sizeof fates / sizeof *fates };
  static const int advices[] = {ANY, ZP_ADVICE_FREE, ZP_ADVICE_DONTNEED};
  if (!filters_work())
    return;
  garbage_file(SOME); /* once for all children */
  for (int i = 0; i < FATES; ++i)
    for (int k = 0; k < FATES; ++k)
      for (int advice = 0; advice < 3; ++advice)
        for (enum kind kind = 0; kind < KINDS; ++kind) {
          const struct rule rule = {fates[i], fates[k], advices[advice]};
          /* Nothing refused; or a lie about one advice only, which no filter
           * has a reason to tell. */
          if ((fates[i] == PASSES && fates[k] == PASSES) ||
              (fates[k] == LIES && advice))
            continue;
          pid_t child = fork();
          if (!child)
            _exit(zeroes(&rule, kind, i + k & 1));
          int status;
          waitpid(child, &status, 0);
          if (status)
            fail_msg("mincore %d, madvise %d (advice %d), memory %d: %#x",
                     rule.mincore, rule.madvise, rule.advice, kind, status);
        }
}

/* A filter may answer from one day to the next. */
static void a_later_refusal_is_noticed(void **state) {
  (void)state;
  if (!filters_work())
    return;
  pid_t child = fork();
  if (!child) {
    const struct rule rule = {EPERM, PASSES, ANY};
    struct area a = map_anonymous(LARGE), b = map_anonymous(LARGE);
    zero(a.start, a.bytes);
    if (resident(&a) || !filter(&rule))
      _exit(2);
    zero(b.start, b.bytes);
    check_zero(b.start, b.bytes);
    _exit(0);
  }
  assert_true(succeeds(child));
}

/* Nothing can be done where mincore kills, but not to call it. */
static void residency_off_calls_no_mincore(void **state) {
  (void)state;
  const struct rule rule = {KILLS, PASSES, ANY};
  if (!filters_work())
    return;
  for (unsigned how = 0; how <= ZP_HOW_NO_RESIDENCY;
       how += ZP_HOW_NO_RESIDENCY) {
    pid_t child = fork();
    if (!child) {
      struct area a = map_anonymous(LARGE);
      memset(a.start, 0xA5, a.bytes / 2);
      ZP_FN(page_bytes) = 0;
      if (!filter(&rule))
        _exit(2);
      ZP_FN(zero_fresh_block)(a.start, a.bytes, how);
      ZP_FN(settle_pages)
      (a.start + 64, a.bytes - 64, how | ZP_HOW_PREFAULT | ZP_HOW_HUGE);
      check_zero(a.start, a.bytes);
      _exit(0);
    }
    int status;
    waitpid(child, &status, 0);
    if (how)
      assert_int_equal(status, 0);
    else
      assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGSYS);
  }
}

/* Linux before 5.14 knows no advice to populate, an emulator obeys none. */
static void prefault_without_madvise(void **state) {
  (void)state;
  static const int fates[] = {EINVAL, EPERM, ENOSYS, LIES};
  if (!filters_work())
    return;
  for (int i = 0; i < 4; ++i) {
    const struct rule rule = {PASSES, fates[i], ANY};
    pid_t child = fork();
    if (!child) {
      struct area a = map_anonymous(LARGE);
      if (!filter(&rule))
        _exit(2);
      errno = 4321;
      ZP_FN(settle_pages)(a.start, a.bytes, ZP_HOW_PREFAULT);
      _exit(errno != 4321 || resident(&a) != a.pages);
    }
    assert_true(succeeds(child));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_refusal_clears_at_once),
      cmocka_unit_test(a_later_refusal_is_noticed),
      cmocka_unit_test(residency_off_calls_no_mincore),
      cmocka_unit_test(prefault_without_madvise),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
