// Questions about a way that are no matter of time: see probe.h.
#define _GNU_SOURCE
#include "probe.h"
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// Does a first use, or so many blocks that a steady state is reached.
static void warm_up(const struct zp_way *way, struct zp_job *job) {
  job->count = job->mask + 4;
  way->run(job);
}

// mincore

static void at_mincore(int signal) {
  (void)signal;
  zp_shared->answer = 1;
  _exit(0);
}

static void watch_for_mincore(const struct zp_way *way,
                              const struct zp_cell *cell) {
  struct sock_filter program[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_mincore, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
  struct sock_fprog filter = {sizeof program / sizeof *program, program};
  struct zp_job job = zp_job_of(cell);
  size_t count = job.count;
  if (cell->state == ZP_STEADY) {
    warm_up(way, &job);
    count = job.mask + 1;
  }
  struct sigaction trap = {.sa_handler = at_mincore};
  if (sigaction(SIGSYS, &trap, NULL) != 0 ||
      prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
      prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) != 0)
    return;
  job.count = count;
  way->run(&job);
  zp_shared->answer = 0;
}

int zp_calls_mincore(const struct zp_way *way, const struct zp_cell *cell) {
  zp_in_child(watch_for_mincore, way, cell);
  return (int)zp_shared->answer;
}

// Instructions

// So many single steps the child takes between two times that it stops itself.
static long steps(const struct zp_way *way, const struct zp_cell *cell,
                  size_t count) {
  pid_t child = fork();
  if (child == 0) {
    struct zp_job job = zp_job_of(cell);
    ptrace(PTRACE_TRACEME, 0, 0, 0);
    warm_up(way, &job);
    job.count = count;
    raise(SIGSTOP);
    way->run(&job);
    raise(SIGSTOP);
    _exit(0);
  }
  if (child < 0)
    return -1;
  int status;
  long taken = -1;
  if (waitpid(child, &status, 0) == child && WIFSTOPPED(status))
    for (taken = 0; ptrace(PTRACE_SINGLESTEP, child, 0, 0) == 0; taken++)
      if (waitpid(child, &status, 0) != child || !WIFSTOPPED(status) ||
          WSTOPSIG(status) == SIGSTOP)
        break;
  kill(child, SIGKILL);
  waitpid(child, &status, 0);
  return taken;
}

double zp_count_instructions(const struct zp_way *way, size_t size) {
  enum { FEW = 2, MORE = 10 }; // their difference has no stopping in it
  struct zp_cell cell = {ZP_STEADY, &zp_uses[0], size, size};
  long few = steps(way, &cell, FEW), more = steps(way, &cell, MORE);
  return few < 0 || more < few ? -1 : (double)(more - few) / (MORE - FEW);
}

// Later blocks

static int written_before;

static void later_block(const struct zp_way *way, const struct zp_cell *cell) {
  struct zp_job job = zp_job_of(cell);
  zp_fault_in(&job);
  long before = zp_status_kb("VmRSS:");
  job.use = NULL;
  way->run(&job);
  char *block = job.ring[0];
  if (written_before)
    __builtin_memset(block, 1, cell->size);
  free(block);
  int reset = open("/proc/self/clear_refs", O_WRONLY | O_CLOEXEC);
  if (reset < 0 || write(reset, "5", 1) != 1) // the peak is now's
    return;
  close(reset);
  block = malloc(cell->size);
  __asm__ volatile("" : "+r"(block) : : "memory");
  for (size_t i = 0; block && i < cell->size; i += 2 << 20)
    block[i] = 1;
  zp_shared->answer = zp_status_kb("VmHWM:") - before;
}

long zp_later_block(const struct zp_way *way, size_t size, int written) {
  struct zp_cell cell = {ZP_FIRST, &zp_uses[0], size, size};
  written_before = written;
  zp_in_child(later_block, way, &cell);
  return zp_shared->answer;
}
