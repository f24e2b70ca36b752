/* Row C3: -0.0, '0', 0xff, and values that are zero only sometimes. */
// RUN: %compare %s %preload --counted no --sabotage no
#include "zt.h"

CASE double *keep_negative_zero(size_t n) {
  double *p = malloc(n * sizeof *p);
  if (p)
    for (size_t i = 0; i < n; ++i)
      p[i] = -0.0;
  return p;
}

CASE char *keep_digit(size_t n) {
  char *p = malloc(n);
  if (p)
    memset(p, '0', n);
  return p;
}

CASE char *keep_ones(size_t n) {
  char *p = malloc(n);
  if (p)
    memset(p, 0xff, n);
  return p;
}

CASE char *keep_given_value(size_t n, int value) {
  char *p = malloc(n);
  if (p)
    memset(p, value, n);
  return p;
}

CASE int *keep_given_element(size_t n, int value) {
  int *p = malloc(n * sizeof *p);
  if (p)
    for (size_t i = 0; i < n; ++i)
      p[i] = value;
  return p;
}

CASE int *keep_sometimes(size_t n) {
  int *p = malloc(n * sizeof *p);
  if (p)
    for (size_t i = 0; i < n; ++i)
      p[i] = (i & 1) ? 0 : 5;
  return p;
}

CASE float *keep_mixed_zeros(size_t n) {
  float *p = malloc(n * sizeof *p);
  if (p)
    for (size_t i = 0; i < n; ++i)
      p[i] = (i % 3) ? 0.0f : -0.0f;
  return p;
}

int main(void) {
  FOR_SIZES(n) {
    if (n > 65536)
      break;
    dirty(n);
    dirty(n * 4);
    dirty(n * 8);
    finish("negative_zero", keep_negative_zero(n), n * 8);
    finish("digit", keep_digit(n), n);
    finish("ones", keep_ones(n), n);
    for (int value = 0; value < 3; ++value) {
      finish("given_value", keep_given_value(n, value), n);
      finish("given_element", keep_given_element(n, value), n * 4);
    }
    finish("sometimes", keep_sometimes(n), n * 4);
    finish("mixed_zeros", keep_mixed_zeros(n), n * 4);
  }
  return 0;
}
