/* Row A5: the checked memset of -D_FORTIFY_SOURCE, unknown sizes; and the
 * abort of a memset that is too long, which must not go. */
// RUN: %compare %s %preload -- -O2 -D_FORTIFY_SOURCE=2
// RUN: %compare %s --perturb-only -- -O2 -D_FORTIFY_SOURCE=3
// RUN: %compare %s --perturb-only --counted no --sabotage no -- -O3 -D_FORTIFY_SOURCE=3 -march=native
#include "zt.h"
#include <sys/wait.h>
#include <unistd.h>

CASE void *rw_bytes(size_t n) {
  char *p = malloc(n);
  if (!p)
    return NULL;
  memset(p, 0, n);
  return p;
}

CASE void *rw_elements(size_t n) {
  int *p = malloc(n * sizeof *p);
  if (p)
    memset(p, 0, n * sizeof *p);
  return p;
}

CASE void *rw_later(size_t n, int *sum) {
  char *p = malloc(n);
  if (!p)
    return NULL;
  for (int i = 0; i < 3; ++i)
    *sum += i * *sum;
  memset(p, 0, n);
  return p;
}

/* Under =3 the compiler knows the size and the C library aborts; under =2 it
 * may write beyond the block, so that only the build with =3 calls this. */
CASE void *keep_too_long(size_t n, size_t more) {
  char *p = malloc(n);
  if (!p)
    return NULL;
  memset(p, 0, n + more);
  return p;
}

int main(void) {
  int sum = 1;
  FOR_SIZES(n) {
    dirty(n);
    dirty(n * 4);
    finish("bytes", rw_bytes(n), n);
    finish("elements", rw_elements(n), n * 4);
    finish("later", rw_later(n, &sum), n);
  }
  free(keep_too_long(100, opaque(0)));
#if _FORTIFY_SOURCE >= 3
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    if (!freopen("/dev/null", "w", stderr))
      _exit(1);
    free(keep_too_long(100, opaque(1)));
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  printf("too long: %s\n", WIFSIGNALED(status) ? "stopped" : "went on");
#endif
  return 0;
}
