/* The public header stands alone, in C and in C++, and works from both.
 *
 * RUN: %clang -std=c11 -Wall -Wextra -Werror -pedantic %runtime_headers %s %zprt -o %t
 * RUN: %t
 * RUN: %clang -std=c99 -Wall -Wextra -Werror -pedantic %runtime_headers %s %zprt -o %t
 * RUN: %clang -std=c17 -Wall -Wextra -Werror -pedantic %runtime_headers %s %zprt -o %t
 * RUN: %clang -x c++ -std=c++11 -Wall -Wextra -Werror -pedantic %runtime_headers %s -x none %zprt -o %t
 * RUN: %clang -x c++ -std=c++17 -Wall -Wextra -Werror -pedantic %runtime_headers %s -x none %zprt -o %t
 * RUN: %t
 * RUN: gcc -std=c11 -Wall -Wextra -Werror -pedantic %runtime_headers %s %zprt -o %t
 * RUN: gcc -std=c17 -O2 -Wall -Wextra -Werror -pedantic %runtime_headers %s %zprt -o %t
 * RUN: %t
 * RUN: gcc -x c++ -std=c++17 -O2 -Wall -Wextra -Werror -pedantic %runtime_headers -fsyntax-only %s
 * RUN: %clang %runtime_headers %s %zprt_shared -Wl,-rpath,%zprt_dir -o %t
 * RUN: %t
 * REQUIRES: gcc
 */
#include <zeropass/zeropass.h>

#include <stdlib.h>

int main(void) {
  char *a = (char *)zp_zalloc(100);
  char *b = (char *)zp_zalloc_large(100000);
  char *c = (char *)zp_calloc(10, 10);
  if (!a || !b || !c || a[99] || b[99999] || c[99])
    return 1;
  a = (char *)realloc(a, 200); /* the program's own functions take the block */
  free(a);
  free(b);
  free(c);
  return 0;
}
