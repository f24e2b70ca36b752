/* Rows C10 and C12 in C++: zeroing on exception edges, cleanups, coroutine-free
 * code with new (not rewritten yet), malloc inside try blocks. */
// RUN: %comparexx %s %preload
// RUN: %comparexx %s --perturb-only --no-names --counted no -- -O2 -fno-exceptions -DNO_THROW
#include "zt.h"
#include <memory>
#include <new>
#include <vector>

#ifdef NO_THROW
#define TRY if (true)
#define CATCH else
#define THROW() ((void)0)
#else
#define TRY try
#define CATCH catch (int)
#define THROW() throw 1
#endif

static __attribute__((noinline)) void may_throw(int how) {
  touch(nullptr);
  if (how)
    THROW();
}

CASE void *zeroed_on_exception(size_t n, int how) {
  char *p = static_cast<char *>(malloc(n));
  if (!p)
    return nullptr;
  TRY {
    memset(p, 2, n);
    may_throw(how);
  }
  CATCH { memset(p, 0, n); }
  return p;
}

CASE void *rw_in_try(size_t n, int how, int *caught) {
  char *p = nullptr;
  TRY {
    p = static_cast<char *>(malloc(n));
    if (!p)
      return nullptr;
    memset(p, 0, n);
    may_throw(how);
  }
  CATCH { ++*caught; }
  return p;
}

struct Freed {
  void *p;
  ~Freed() { free(p); }
};

/* The cleanup frees the block if the call throws; the zeroing comes later. */
CASE void *cleanup_between(size_t n, int how, int *caught) {
  TRY {
    Freed block{malloc(n)};
    if (!block.p)
      return nullptr;
    may_throw(how);
    memset(block.p, 0, n);
    void *p = block.p;
    block.p = nullptr;
    return p;
  }
  CATCH { ++*caught; }
  return nullptr;
}

template <typename T> struct Array {
  T *data;
  size_t count;
  explicit Array(size_t n)
      : data(static_cast<T *>(malloc(n * sizeof(T)))), count(n) {
    if (data)
      std::uninitialized_fill_n(data, n, T(ZERO));
  }
};

CASE double *rw_template(size_t n) { return Array<double>(n).data; }
CASE uint16_t *rw_template_short(size_t n) { return Array<uint16_t>(n).data; }

CASE int *new_array(size_t n) { return new int[n](); }
CASE unsigned vector_of(size_t n) {
  std::vector<long> v(n);
  touch(v.data());
  return checksum(v.data(), n * sizeof(long));
}

int main() {
  int caught = 0;
  FOR_SIZES(n) {
    if (n > 65536)
      break;
    dirty(n);
    dirty(n * 2);
    dirty(n * 8);
    for (int how = 0; how < 2; ++how) {
      finish("zeroed_on_exception", zeroed_on_exception(n, how), n);
      finish("in_try", rw_in_try(n, how, &caught), n);
      void *p = cleanup_between(n, how, &caught);
      if (p)
        finish("cleanup_between", p, n);
    }
    finish("template", rw_template(n), n * 8);
    finish("template_short", rw_template_short(n), n * 2);
    int *p = new_array(n);
    show("new_array", p, n * 4);
    delete[] p;
    printf("vector_of %08x\n", vector_of(n));
  }
  printf("%d\n", caught);
  return 0;
}
