/* Calls the library itself. */
#include <stdio.h>
#include <stdlib.h>
#include <zeropass/zeropass.h>

int main(void) {
  char *p = zp_zalloc(1000);
  int sum = 0;
  for (int i = 0; i < 1000; ++i)
    sum |= p[i];
  free(p);
  printf("caller %d\n", sum);
  return 0;
}
