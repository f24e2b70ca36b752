/* The hot path is left from the moment on that statistics are kept, although
 * the program has called before the library read its environment.
 *
 * RUN: %clang -O1 %runtime_headers %s %zprt -o %t
 * RUN: env ZEROPASS_STATS=1 %t 2>&1 | FileCheck %s
 * CHECK: zalloc {{ *}}all {{ *}}2 {{ *}}300 {{ *}}0
 */
#include <stdlib.h>
#include <zeropass/zeropass.h>

static char *first;
static void before_all(void) { first = zp_zalloc(100); }
__attribute__((section(".preinit_array"), used)) static void (*const early)(
    void) = before_all;

int main(void) {
  char *p = zp_zalloc(100), *q = zp_zalloc(200);
  int bad = !first || !p || !q || first[99] || p[99] || q[199];
  free(first);
  free(p);
  free(q);
  return bad;
}
