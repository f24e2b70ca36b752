// What operator new does when there is no memory is the operator's affair: the
// exceptions, the new_handler and the overflow value come through the zeroed
// variants, from a call and from an invoke, optimised or not.
//
// RUN: %clangxx -O0 %embedded %s %bodies -o %t.O0
// RUN: %t.O0
// RUN: %clangxx -O2 %embedded %s %bodies -o %t.O2
// RUN: %t.O2
// RUN: %clangxx -O2 -flto -fuse-ld=lld %embedded %s %bodies -o %t.lto
// RUN: %t.lto
// RUN: %clangxx -O2 -fno-asynchronous-unwind-tables %embedded %s %bodies -o %t.sync
// RUN: %t.sync
// RUN: %clangxx -O2 -static %embedded %s %bodies -o %t.static
// RUN: %t.static
// RUN: %clangxx -O1 %runtime_headers %s %zprt -o %t.library
// RUN: %t.library
// RUN: %clangxx -O1 %runtime_headers %s %zprt_shared -Wl,-rpath,%zprt_dir -o %t.shared
// RUN: %t.shared
// The bodies as the plugin brings them.
// RUN: %zpcxx %embedded %s -o %t.plugin
// RUN: %t.plugin
// RUN: %zpcxx -O1 -fno-pic -no-pie -fno-asynchronous-unwind-tables %embedded %s -o %t.plugin
// RUN: %t.plugin
// RUN: %zpcxx -flto -fuse-ld=lld %embedded %s -o %t.plugin
// RUN: %t.plugin
//
// RUN: env LD_PRELOAD=%jemalloc %t.O2
// RUN: env LD_PRELOAD=%tcmalloc %t.O2
// REQUIRES: jemalloc, tcmalloc, lld
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <initializer_list>
#include <new>
#include <sys/resource.h>
extern "C" {
#include "entries.h"
}

#define CHECK(Condition)                                                       \
  do                                                                           \
    if (!(Condition)) {                                                        \
      std::printf("line %d: %s\n", __LINE__, #Condition);                      \
      std::exit(1);                                                            \
    }                                                                          \
  while (0)

static constexpr size_t TooMuch = size_t(1) << 62;

static void *plain(size_t Size) {
  return ZP_FN(new_zalloc)(Size, ::operator new);
}
static void *array(size_t Size) {
  return ZP_FN(new_zalloc_how)(Size, ::operator new[], ZP_HOW_RESIDENT);
}
static void *aligned(size_t Size) {
  auto *Op = static_cast<void *(*)(size_t, std::align_val_t)>(::operator new);
  return ZP_FN(new_zalloc_aligned)(Size, 64,
                                   reinterpret_cast<zp_new_aligned *>(Op));
}
static void *alignedOriginal(size_t Size) {
  return ::operator new(Size, std::align_val_t(64));
}
static void *nothrow(size_t Size) {
  auto *Op =
      static_cast<void *(*)(size_t, const std::nothrow_t &)>(::operator new);
  return ZP_FN(new_zalloc_nothrow)(Size, &std::nothrow,
                                   reinterpret_cast<zp_new_nothrow *>(Op));
}
static void *alignedNothrow(size_t Size) {
  auto *Op =
      static_cast<void *(*)(size_t, std::align_val_t, const std::nothrow_t &)>(
          ::operator new);
  return ZP_FN(new_zalloc_aligned_nothrow)(
      Size, 64, &std::nothrow, reinterpret_cast<zp_new_aligned_nothrow *>(Op));
}

// A frame with a destructor: the call in it is an invoke.
static int Destroyed;
struct Counted {
  ~Counted() { ++Destroyed; }
};
__attribute__((noinline)) static void *below(void *(*New)(size_t),
                                             size_t Size) {
  Counted Here;
  void *P = New(Size);
  __asm__ volatile("" : : "r"(&Here) : "memory");
  return P;
}

static bool throws(void *(*New)(size_t), size_t Size) {
  int Before = Destroyed;
  try {
    void *P = below(New, Size);
    if (New == aligned || New == alignedOriginal)
      ::operator delete(P, std::align_val_t(64));
    else
      ::operator delete(P);
  } catch (const std::bad_alloc &) {
    CHECK(Destroyed == Before + 1);
    return true;
  }
  return false;
}

static void badAllocComesThrough() {
  for (size_t Size : {TooMuch, size_t(PTRDIFF_MAX), size_t(PTRDIFF_MAX) + 1,
                      SIZE_MAX - 1, SIZE_MAX}) {
    CHECK(throws(plain, Size));
    CHECK(throws(array, Size));
    CHECK(!nothrow(Size));
    // libstdc++ 12 rounds the largest sizes up to 0, and finds a block.
    bool Original = throws(alignedOriginal, Size);
    CHECK(throws(aligned, Size) == Original);
    void *P = alignedNothrow(Size);
    CHECK(!P == Original);
    ::operator delete(P, std::align_val_t(64));
  }
  for (auto *New : {plain, array, nothrow, aligned})
    CHECK(!throws(New, 1000));
}

struct Own : std::bad_alloc {};
static int Calls;

// Called again and again until it gives up.
static void handler() {
  if (++Calls % 3 == 0)
    throw Own();
}

static void newHandlerIsCalledUntilItThrows() {
  std::set_new_handler(handler);
  for (auto *New : {plain, array, aligned}) {
    Calls = 0;
    try {
      New(TooMuch);
      CHECK(!"reached");
    } catch (const Own &) {
      CHECK(Calls == 3);
    }
  }
  for (auto *New : {nothrow, alignedNothrow}) {
    Calls = 0;
    CHECK(!New(TooMuch));
    CHECK(Calls == 3);
  }
  std::set_new_handler(nullptr);
}

// A handler that finds memory: the operator tries once more.
static rlim_t Enough;
static void findMemory() {
  ++Calls;
  rlimit Limit = {Enough, Enough};
  setrlimit(RLIMIT_AS, &Limit);
}

static void newHandlerMayFindMemory() {
  constexpr size_t Size = size_t(1) << 30;
  rlimit Limit;
  getrlimit(RLIMIT_AS, &Limit);
  Enough = Limit.rlim_max;
  std::set_new_handler(findMemory);
  for (auto *New : {plain, array, aligned, nothrow, alignedNothrow}) {
    Calls = 0;
    Limit.rlim_cur = size_t(512) << 20;
    setrlimit(RLIMIT_AS, &Limit);
    auto *P = static_cast<char *>(New(Size));
    CHECK(P);
    CHECK(Calls == 1);
    for (size_t I = 0; I < Size; I += Size / 64)
      CHECK(!P[I]);
    CHECK(!P[Size - 1]);
    if (New == aligned || New == alignedNothrow)
      ::operator delete(P, std::align_val_t(64));
    else
      ::operator delete(P);
  }
  std::set_new_handler(nullptr);
}

// An operator of the program's own may throw what it likes.
static void *throwsNumber(size_t Size) {
  if (Size == 7)
    throw 7;
  return std::malloc(Size);
}

static void ownExceptionsComeThrough() {
  try {
    ZP_FN(new_zalloc)(7, throwsNumber);
    CHECK(!"reached");
  } catch (int Number) {
    CHECK(Number == 7);
  }
  std::free(ZP_FN(new_zalloc)(8, throwsNumber));
}

static void noBytesAreABlockOfTheOperators() {
  for (auto *New : {plain, array, nothrow}) {
    void *P = New(0), *Q = New(0);
    CHECK(P && Q && P != Q);
    ::operator delete(P);
    ::operator delete(Q);
  }
}

static void successLeavesErrnoAlone() {
  for (auto *New : {plain, array, nothrow})
    for (size_t Size : {1, 1000, 100000, 10000000}) {
      errno = 4321;
      void *P = New(Size);
      CHECK(errno == 4321);
      ::operator delete(P);
    }
}

int main(int Argc, char **) {
  // Before anything is known of the operators, and after.
  for (int Round = 0; Round < 3; ++Round) {
    badAllocComesThrough();
    ownExceptionsComeThrough();
    noBytesAreABlockOfTheOperators();
    successLeavesErrnoAlone();
    // Other allocators' operators have ways of their own with a handler.
    if (!std::getenv("LD_PRELOAD")) {
      newHandlerIsCalledUntilItThrows();
      newHandlerMayFindMemory();
    }
  }
  return Argc == 0;
}
