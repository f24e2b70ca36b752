/* 80 MB, zeroed in a loop and then written in full: huge pages by default, none
 * with huge=never. A program that only touches a calloc here and there gets no
 * page more than before, until an option asks for it.
 *
 * REQUIRES: huge-pages-by-advice
 * RUN: %clang -O2 %s -o %t.plain
 * RUN: %t.plain | %FileCheck %s --check-prefix=NONE
 * RUN: %zpcc %s -o %t.auto
 * RUN: %t.auto | %FileCheck %s --check-prefix=AUTO
 * RUN: env ZEROPASS_OPTIONS=runtime=library \
 * RUN:   %zpcc %s %build/lib/libzprt.a -o %t.lib
 * RUN: %t.lib | %FileCheck %s --check-prefix=AUTO
 * RUN: env ZEROPASS_OPTIONS=huge=never %zpcc %s -o %t.never
 * RUN: %t.never | %FileCheck %s --check-prefix=NONE
 * RUN: %clang -Os -fpass-plugin=%plugin %s -o %t.small
 * RUN: %t.small | %FileCheck %s --check-prefix=NONE
 * RUN: env ZEROPASS_OPTIONS=huge=always %zpcc %s -o %t.always
 * RUN: %t.always | %FileCheck %s --check-prefix=ALWAYS
 * RUN: env ZEROPASS_OPTIONS=prefault %zpcc %s -o %t.prefault
 * RUN: %t.prefault | %FileCheck %s --check-prefix=PREFAULT
 *
 * NONE: dense: no huge pages, all resident
 * NONE: sparse: no huge pages, few resident
 * AUTO: dense: huge pages, all resident
 * AUTO: sparse: no huge pages, few resident
 * ALWAYS: dense: huge pages, all resident
 * ALWAYS: sparse: huge pages
 * PREFAULT: dense: {{.*}}, all resident
 * PREFAULT: sparse: {{.*}}, all resident
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static volatile size_t megabytes = 80;

/* A field of /proc/self/smaps, in KB, for the mapping that `p` is in. */
static long field(const void *p, const char *name) {
  FILE *file = fopen("/proc/self/smaps", "r");
  char line[512];
  long kilobytes = -1;
  int inside = 0;
  while (file && fgets(line, sizeof line, file)) {
    unsigned long from, to;
    if (sscanf(line, "%lx-%lx ", &from, &to) == 2)
      inside = (unsigned long)p >= from && (unsigned long)p < to;
    else if (inside && !strncmp(line, name, strlen(name)))
      sscanf(line + strlen(name), " %ld", &kilobytes);
  }
  if (file)
    fclose(file);
  return kilobytes;
}

static void say(const char *use, const char *p, size_t bytes) {
  long resident = field(p, "Rss:"), all = (long)(bytes >> 10);
  printf("%s: %shuge pages, %s resident\n", use,
         field(p, "AnonHugePages:") > 0 ? "" : "no ",
         resident >= all       ? "all"
         : resident < all / 16 ? "few"
                               : "some");
}

__attribute__((noinline)) static char *dense(size_t n) {
  char *p = malloc(n);
  if (!p)
    exit(1);
  for (size_t i = 0; i < n; ++i)
    p[i] = 0;
  return p;
}

int main(void) {
  size_t bytes = megabytes << 20;
  char *p = dense(bytes);
  memset(p, 1, bytes);
  say("dense", p, bytes);
  free(p);

  p = calloc(megabytes, 1 << 20);
  if (!p)
    return 1;
  for (size_t i = 0; i < bytes; i += 2 << 20)
    p[i] = 1;
  say("sparse", p, bytes);
  free(p);
  return 0;
}
