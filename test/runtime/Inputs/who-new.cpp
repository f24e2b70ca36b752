// Prints what the runtime finds behind each operator new, and checks that the
// blocks are zero, before it knows and after, and can be released.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
extern "C" {
#include "entries.h"
#include "new.h"
int who(void);
}

template <typename Fn> static Fn *opaque(void *Op) {
  __asm__("" : "+r"(Op));
  return reinterpret_cast<Fn *>(Op);
}

static int Bad;

static void dirty(size_t Size) {
  void *Blocks[9];
  for (void *&P : Blocks)
    if ((P = std::malloc(Size)))
      std::memset(P, 0xA5, Size);
  for (void *P : Blocks) {
    __asm__ volatile("" : : "r"(P) : "memory");
    std::free(P);
  }
}

template <typename Allocate, typename Release>
static void check(const char *Name, void *Op, Allocate New, Release Delete) {
  static const size_t Sizes[] = {1,    24,     100,     1000,    3000,
                                 9000, 100000, 1000000, 9000000, 0};
  static const char *const Kinds[] = {"not asked", "any", "family", "malloc"};
  for (int Round = 0; Round < 3; ++Round)
    for (size_t Size : Sizes) {
      dirty(Size);
      char *P = static_cast<char *>(New(Size));
      if (!P)
        Bad = 1;
      for (size_t I = 0; P && I < Size; ++I)
        Bad |= P[I];
      if (P)
        std::memset(P, 0x5A, Size);
      Delete(P);
    }
  std::printf("%s: %s\n", Name, Kinds[zp_new_kind((uintptr_t)Op)]);
}

template <typename Fn> static void *address(Fn *Op) {
  void *P = reinterpret_cast<void *>(Op);
  __asm__("" : "+r"(P));
  return P;
}

int who(void) {
  void *New = address<void *(size_t)>(::operator new);
  void *Array = address<void *(size_t)>(::operator new[]);
  void *Nothrow =
      address<void *(size_t, const std::nothrow_t &)>(::operator new);
  void *NothrowArray =
      address<void *(size_t, const std::nothrow_t &)>(::operator new[]);
  void *Aligned = address<void *(size_t, std::align_val_t)>(::operator new);
  void *AlignedNothrow =
      address<void *(size_t, std::align_val_t, const std::nothrow_t &)>(
          ::operator new);
  const auto Align = std::align_val_t(64);

  check(
      "new", New,
      [&](size_t Size) { return ZP_FN(new_zalloc)(Size, opaque<zp_new>(New)); },
      [](void *P) { ::operator delete(P); });
  check(
      "new[]", Array,
      [&](size_t Size) {
        return ZP_FN(new_zalloc)(Size, opaque<zp_new>(Array));
      },
      [](void *P) { ::operator delete[](P); });
  check(
      "nothrow new", Nothrow,
      [&](size_t Size) {
        return ZP_FN(new_zalloc_nothrow)(Size, &std::nothrow,
                                         opaque<zp_new_nothrow>(Nothrow));
      },
      [](void *P) { ::operator delete(P, std::nothrow); });
  check(
      "nothrow new[]", NothrowArray,
      [&](size_t Size) {
        return ZP_FN(new_zalloc_nothrow)(Size, &std::nothrow,
                                         opaque<zp_new_nothrow>(NothrowArray));
      },
      [](void *P) { ::operator delete[](P, std::nothrow); });
  check(
      "aligned new", Aligned,
      [&](size_t Size) {
        void *P = ZP_FN(new_zalloc_aligned)(Size, 64,
                                            opaque<zp_new_aligned>(Aligned));
        Bad |= reinterpret_cast<uintptr_t>(P) % 64 != 0;
        return P;
      },
      [&](void *P) { ::operator delete(P, Align); });
  check(
      "aligned nothrow new", AlignedNothrow,
      [&](size_t Size) {
        return ZP_FN(new_zalloc_aligned_nothrow)(
            Size, 64, &std::nothrow,
            opaque<zp_new_aligned_nothrow>(AlignedNothrow));
      },
      [&](void *P) { ::operator delete(P, Align, std::nothrow); });
  return Bad;
}

#ifndef NO_MAIN
int main() { return who(); }
#endif
