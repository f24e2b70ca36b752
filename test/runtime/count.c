/* The counters of a counting build. One mode of this program a test.
 *
 * RUN: %clang -O2 %embedded %s %bodies -pthread -o %t
 * RUN: %clang -O2 %embedded -DNO_MAIN -fPIC -shared %s %bodies -o %t.so
 *
 * RUN: rm -f %t.out && env ZEROPASS_COUNT_FILE=%t.out %t plain
 * RUN: FileCheck --check-prefix=PLAIN %s < %t.out
 * PLAIN-NOT: never
 * PLAIN-DAG: {{^}}3	a.c:1:2 f zalloc{{$}}
 * PLAIN-DAG: {{^}}12345678901	b.c:3:4 g calloc{{$}}
 * PLAIN-NOT: never
 *
 * A second run appends.
 * RUN: env ZEROPASS_COUNT_FILE=%t.out %t plain
 * RUN: grep -c "a.c:1:2 f zalloc" %t.out | FileCheck --check-prefix=TWICE %s
 * TWICE: {{^}}2{{$}}
 *
 * Nothing is written where nothing is named, or where it cannot be.
 * RUN: env -u ZEROPASS_COUNT_FILE %t plain
 * RUN: env ZEROPASS_COUNT_FILE= %t plain
 * RUN: env ZEROPASS_COUNT_FILE=/no/such/folder/file %t plain
 *
 * A child counts for itself alone: 2 of the parent before the fork, 5 of the
 * child, 1 of the parent after. One that executes no site writes nothing.
 * RUN: rm -f %t.out && env ZEROPASS_COUNT_FILE=%t.out %t fork
 * RUN: sort %t.out | FileCheck --check-prefix=FORK %s
 * RUN: rm -f %t.out && env ZEROPASS_COUNT_FILE=%t.out %t fork-old-kernel
 * RUN: sort %t.out | FileCheck --check-prefix=FORK %s
 * FORK-NOT: {{.}}
 * FORK: {{^}}3	a.c:1:2 f zalloc{{$}}
 * FORK-NEXT: {{^}}5	a.c:1:2 f zalloc{{$}}
 * FORK-NOT: {{.}}
 *
 * A child made by vfork shares the counts.
 * RUN: rm -f %t.out && env ZEROPASS_COUNT_FILE=%t.out %t vfork
 * RUN: FileCheck --check-prefix=VFORK %s < %t.out
 * VFORK-NOT: {{.}}
 * VFORK: {{^}}3	a.c:1:2 f zalloc{{$}}
 * VFORK-NOT: {{.}}
 *
 * RUN: rm -f %t.out && env ZEROPASS_COUNT_FILE=%t.out %t threads
 * RUN: FileCheck --check-prefix=THREADS %s < %t.out
 * THREADS-COUNT-64: {{^}}8000	t.c:1:1 t zalloc{{$}}
 * THREADS-NOT: {{.}}
 *
 * A site that runs in an exit handler, after the report, is reported too.
 * RUN: rm -f %t.out && env ZEROPASS_COUNT_FILE=%t.out %t exit-handler
 * RUN: FileCheck --check-prefix=HANDLER %s < %t.out
 * HANDLER-DAG: {{^}}3	a.c:1:2 f zalloc{{$}}
 * HANDLER-DAG: {{^}}1	b.c:3:4 g calloc{{$}}
 *
 * A shared object reports when it goes.
 * RUN: rm -f %t.out && env ZEROPASS_COUNT_FILE=%t.out %t dlclose %t.so
 * RUN: FileCheck --check-prefix=DLCLOSE %s < %t.out
 * DLCLOSE: {{^}}4	a.c:1:2 f zalloc{{$}}
 *
 * The library counts the same.
 * RUN: %clang -O2 %runtime_headers %s %zprt -pthread -o %t
 * RUN: rm -f %t.out && env ZEROPASS_COUNT_FILE=%t.out %t fork
 * RUN: sort %t.out | FileCheck --check-prefix=FORK %s
 */
#include "entries.h"

#include <dlfcn.h>
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static struct zp_site a = {"a.c:1:2 f zalloc", 0, NULL};

static void times(struct zp_site *site, int n) {
  while (n--)
    ZP_FN(count)(site);
}

void counted(void);
void counted(void) { times(&a, 4); }

#ifndef NO_MAIN
static struct zp_site b = {"b.c:3:4 g calloc", 0, NULL};
static struct zp_site never = {"never", 0, NULL};

static void plain(void) {
  times(&a, 3);
  times(&b, 1);
  b.count += 12345678900; /* a large number */
}

static void wait_for(pid_t child) {
  int status;
  if (waitpid(child, &status, 0) != child || status)
    exit(1);
}

static void forks(void) {
  times(&a, 2);
  pid_t child = fork();
  if (!child) {
    times(&a, 5);
    exit(0);
  }
  wait_for(child);
  child = fork();
  if (!child)
    exit(0);
  wait_for(child);
  times(&a, 1);
}

/* madvise(MADV_WIPEONFORK) fails as before Linux 4.14. */
static void old_kernel(void) {
  struct sock_filter code[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_madvise, 0, 3),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[2])),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, MADV_WIPEONFORK, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EINVAL),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
  struct sock_fprog filter = {sizeof code / sizeof *code, code};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
      prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter))
    exit(1);
}

static void vforks(void) {
  times(&a, 1);
  pid_t child = vfork();
  if (!child) {
    times(&a, 1);
    _exit(0);
  }
  wait_for(child);
  times(&a, 1);
}

enum { SITES = 64, THREADS = 8, TIMES = 1000 };
static struct zp_site many[SITES];

static void *run(void *arg) {
  for (int n = 0; n < TIMES; ++n)
    for (int i = 0; i < SITES; ++i)
      times(&many[i], 1);
  return arg;
}

static void threads(void) {
  pthread_t t[THREADS];
  for (int i = 0; i < SITES; ++i)
    many[i].where = "t.c:1:1 t zalloc";
  for (int i = 0; i < THREADS; ++i)
    if (pthread_create(&t[i], NULL, run, NULL))
      exit(1);
  for (int i = 0; i < THREADS; ++i)
    pthread_join(t[i], NULL);
}

static void late(void) { times(&b, 1); }

int main(int argc, char **argv) {
  const char *mode = argc > 1 ? argv[1] : "";
  (void)never;
  if (!strcmp(mode, "plain")) {
    plain();
  } else if (!strcmp(mode, "fork")) {
    forks();
  } else if (!strcmp(mode, "fork-old-kernel")) {
    old_kernel();
    forks();
  } else if (!strcmp(mode, "vfork")) {
    vforks();
  } else if (!strcmp(mode, "threads")) {
    threads();
  } else if (!strcmp(mode, "exit-handler")) {
    atexit(late); /* before the report's, so it runs after it */
    times(&a, 3);
  } else if (!strcmp(mode, "dlclose")) {
    void *library = dlopen(argv[2], RTLD_NOW);
    void (*fn)(void) = (void (*)(void))dlsym(library, "counted");
    fn();
    if (dlclose(library))
      return 1;
    unsetenv("ZEROPASS_COUNT_FILE"); /* what comes at exit is too late */
  } else {
    return 1;
  }
  return 0;
}
#endif
