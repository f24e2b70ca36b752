#ifndef PARTS_H
#define PARTS_H
#include <stdlib.h>

void *first(void);
void *second(size_t n, size_t size);
void third(void **blocks);
void *fourth(void);

#endif
