#include <stdlib.h>
#include <zeropass/zeropass.h>

int main(void) {
  free(zp_zalloc(100));
  return 0;
}
