/* Says how large the heap is in main: what lies above its first block. */
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  void *p = malloc(100);
  size_t free_bytes = mallinfo2().fordblks;
  puts(free_bytes < 1 << 20 ? "heap small"
       : free_bytes >= 63 << 20 && free_bytes < 66 << 20
           ? "heap 64 MB"
           : "heap of another size");
  free(p);
  return 0;
}
