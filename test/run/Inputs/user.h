#ifndef USER_H
#define USER_H
#include <stddef.h>
enum { LARGE = 300000 };
struct four;
void *rw_fixed(size_t n, int kind);
void *rw_large(int kind);
void *rw_sized_calloc(size_t n, size_t size);
int *rw_loop(size_t n);
void *rw_folded(size_t n);
int rw_pair(size_t n, char **a, char **b);
void *rw_small_24(void);
void *rw_small_100(void);
void *rw_small_512(void);
void *rw_small_1000(void);
long *rw_again(size_t n);
struct four *rw_all_set(int x);
void *keep_partial(size_t n);
#endif
