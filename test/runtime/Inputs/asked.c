/* Prints what the library makes of a call's `how`: one number per argument. */
#include "settings.h"
#include <stdio.h>
#include <stdlib.h>
#include <zeropass/zeropass.h>

int main(int argc, char **argv) {
  free(zp_zalloc(5000));
  for (int i = 1; i < argc; ++i)
    printf("%u ", zp_asked((unsigned)atoi(argv[i])));
  printf("end\n");
  return 0;
}
