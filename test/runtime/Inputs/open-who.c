/* Opens a plugin in the way that is asked for and lets it say who allocates. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
  int deep = argc > 2 && !strcmp(argv[2], "deep") ? RTLD_DEEPBIND : 0;
  void *plugin = argc > 1 ? dlopen(argv[1], RTLD_NOW | deep) : NULL;
  int (*who)(void) = plugin ? (int (*)(void))dlsym(plugin, "who") : NULL;
  if (!who)
    return puts(dlerror()), 2;
  return who();
}
