// Threads that call operators for the first time at once find the same answers.
//
// RUN: %clangxx -O2 %embedded %s %bodies -pthread -o %t
// RUN: %t
// RUN: %clang -O1 -fsanitize=thread %embedded -c %project/runtime/src/bodies.c -o %t.tsan.o
// RUN: %clangxx -O1 -fsanitize=thread %embedded -DUNKNOWN %s %t.tsan.o -pthread -o %t.tsan
// RUN: %t.tsan
// REQUIRES: sanitizers
#include <cstdio>
#include <cstring>
#include <new>
#include <pthread.h>
extern "C" {
#include "entries.h"
#include "new.h"
}

#ifdef UNKNOWN
static constexpr enum zp_new_kind Kind = ZP_NEW_ANY;
#else
static constexpr enum zp_new_kind Kind = ZP_NEW_IS_MALLOC;
#endif

static zp_new *const Operators[] = {::operator new, ::operator new[] };
static pthread_barrier_t Start;
static int Bad;

static void *race(void *) {
  pthread_barrier_wait(&Start);
  for (int I = 0; I < 20; ++I) {
    auto *P = static_cast<char *>(ZP_FN(new_zalloc)(1000, Operators[I % 2]));
    if (!P || P[0] || std::memcmp(P, P + 1, 999))
      __atomic_store_n(&Bad, 1, __ATOMIC_RELAXED);
    std::memset(P, 0xA5, 1000);
    if (I % 2)
      ::operator delete[](P);
    else
      ::operator delete(P);
  }
  return nullptr;
}

int main() {
  enum { Threads = 8, Rounds = 50 };
  pthread_barrier_init(&Start, nullptr, Threads);
  for (int Round = 0; Round < Rounds; ++Round) {
    pthread_t Thread[Threads];
    std::memset(ZP_FN(new_known), 0, sizeof ZP_FN(new_known));
    for (pthread_t &T : Thread)
      pthread_create(&T, nullptr, race, nullptr);
    for (pthread_t &T : Thread)
      pthread_join(T, nullptr);
    for (zp_new *Op : Operators)
      Bad |= zp_new_kind(reinterpret_cast<uintptr_t>(Op)) != Kind;
  }
  pthread_barrier_destroy(&Start);
  return Bad;
}
