// Operators of the program's own, whichever are asked for. A block of theirs
// has a mark in front, which their delete wants to see: no malloc's block will
// do.
#include <cstdlib>
#include <new>

namespace {
struct alignas(64) Header {
  size_t Mark;
};
constexpr size_t Mark = 0x6f776e206e6577;

[[maybe_unused]] void *make(size_t Size) {
  auto *H =
      static_cast<Header *>(std::aligned_alloc(64, (Size + 127) / 64 * 64));
  if (!H)
    throw std::bad_alloc();
  H->Mark = Mark;
  return H + 1;
}

[[maybe_unused]] void drop(void *P) noexcept {
  if (!P)
    return;
  auto *H = static_cast<Header *>(P) - 1;
  if (H->Mark != Mark)
    std::abort();
  H->Mark = 0;
  std::free(H);
}
} // namespace

#ifdef NEW
void *operator new(size_t Size) { return make(Size); }
void operator delete(void *P) noexcept { drop(P); }
void operator delete(void *P, size_t) noexcept { drop(P); }
#endif
#ifdef ARRAY
void *operator new[](size_t Size) { return make(Size); }
void operator delete[](void *P) noexcept { drop(P); }
void operator delete[](void *P, size_t) noexcept { drop(P); }
#endif
#ifdef NOTHROW
void *operator new(size_t Size, const std::nothrow_t &) noexcept {
  return make(Size);
}
void operator delete(void *P, const std::nothrow_t &) noexcept { drop(P); }
#endif
#ifdef ALIGNED
void *operator new(size_t Size, std::align_val_t) { return make(Size); }
void operator delete(void *P, std::align_val_t) noexcept { drop(P); }
#endif
#ifdef DELETE
void operator delete(void *P) noexcept { std::free(P); }
void operator delete(void *P, size_t) noexcept { std::free(P); }
#endif
