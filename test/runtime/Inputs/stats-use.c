/* Makes calls to be counted: [threads | fork | dlopen LIBRARY]. */
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#ifndef NO_LIBRARY
#include <zeropass/zeropass.h>

static void at_exit(void) { free(zp_calloc(10, 10)); }

static void *endless(void *arg) {
  for (;;)
    free(zp_zalloc(100));
  return arg;
}
#endif

int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "";
#ifdef NO_LIBRARY
  (void)what;
  void *library = dlopen(argv[2], RTLD_NOW);
  void *(*zalloc)(size_t) = (void *(*)(size_t))dlsym(library, "zp_zalloc");
  for (int i = 0; i < 3; ++i)
    free(zalloc(100));
  if (dlclose(library) || write(2, "closed\n", 7) != 7)
    return 1;
#else
  atexit(at_exit);
  for (int i = 0; i < 3; ++i)
    free(zp_zalloc(100));
  free(zp_zalloc(5000000));
  if (!strcmp(what, "threads"))
    for (int i = 0; i < 4; ++i) {
      pthread_t thread;
      pthread_create(&thread, NULL, endless, NULL);
    }
  if (!strcmp(what, "fork")) {
    if (!fork())
      exit((free(zp_zalloc_large(70000)), 0));
    wait(NULL);
  }
  if (!strcmp(what, "chdir") && chdir("/"))
    return 1;
  if (zp_zalloc((size_t)-1 / 4))
    return 1;
#endif
  return 0;
}
