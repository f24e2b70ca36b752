/* Without any header, so that every target can compile it: a zeroing loop over
 * an unknown count, for which rewritten code calls __zp1_zalloc, also where it
 * is optimised for size. */
typedef __SIZE_TYPE__ size_t;
void *malloc(size_t);
void free(void *);
int printf(const char *, ...);

__attribute__((noinline)) char *zeroed(size_t n) {
  char *p = malloc(n);
  if (!p)
    return 0;
  for (size_t i = 0; i < n; ++i)
    p[i] = 0;
  return p;
}

#ifdef MAIN
char *other(size_t n);

int main(int argc, char **argv) {
  size_t n = (size_t)argc * 3000;
  int sum = 0;
  (void)argv;
  for (int round = 0; round < 3; ++round) {
    char *p = zeroed(n), *q = other(n);
    for (size_t i = 0; i < n; ++i) {
      sum |= p[i] | q[i];
      p[i] = q[i] = 1;
    }
    free(p);
    free(q);
  }
  printf("sum %d\n", sum);
  return 0;
}
#elif defined(OTHER)
char *other(size_t n) { return zeroed(n); }
#endif
