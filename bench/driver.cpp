//===- driver.cpp - times the kernels with Google Benchmark ---------------===//
//
// Every kernel appears as KERNEL/SIZE/SIDE with SIDE one of original, rewritten
// and bare. run.py calls this with random interleaving and makes the table.
//
// A first-use kernel needs memory that this process never had: each sample
// runs in a child of its own, which times itself and reports through a shared
// page. So no sample profits from what an earlier one left in the allocator,
// on either side, and no tunable of the allocator is touched.
//
// How fast a block of a few hundred bytes is cleared depends on where in its
// page it happens to lie (6 or 13 ns were seen for the same code), and a loop
// gets the same block every time. So --layout=N moves the blocks about; run.py
// takes its samples from several layouts.
//
//===----------------------------------------------------------------------===//
#include "kernels.h"
#include <benchmark/benchmark.h>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <random>
#include <string>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace {

// Calls of the kernel per turn of the library's own loop, so that its cost
// vanishes.
constexpr size_t Batch = 100;

double seconds() {
  timespec Now;
  clock_gettime(CLOCK_MONOTONIC, &Now);
  return double(Now.tv_sec) + double(Now.tv_nsec) * 1e-9;
}

void timeLoop(benchmark::State &State, const zp_kernel *Kernel, size_t Size) {
  size_t Calls = Size < 65536 ? Batch : 1;
  while (State.KeepRunningBatch(benchmark::IterationCount(Calls)))
    Kernel->loop(Calls, Size);
}

void timeFirstUse(benchmark::State &State, const zp_kernel *Kernel, size_t Size,
                  double *Shared) {
  for (auto _ : State) {
    *Shared = -1;
    pid_t Child = fork();
    if (Child == 0) {
      // The code's own pages are faulted in before the clock starts, those of
      // the allocator's way to the kernel (from 128 KB in glibc) included. The
      // block to be timed is larger than all that this leaves behind.
      free(Kernel->once(16));
      free(Kernel->once(200 * 1024));
      double Begin = seconds();
      void *Block = Kernel->once(Size);
      *Shared = Block ? seconds() - Begin : -1;
      _exit(0);
    }
    if (Child < 0 || waitpid(Child, nullptr, 0) != Child || *Shared < 0) {
      State.SkipWithError("no sample: fork or the allocation failed");
      return;
    }
    State.SetIterationTime(*Shared);
  }
}

// Leaves a block of each small size, at a place that the number decides, where
// the loops will find it: at the head of the allocator's free lists.
void shuffleBlocks(unsigned Layout) {
  std::mt19937 Random(Layout);
  std::vector<void *> Ready;
  for (size_t Size : {16, 24, 64, 128, 256, 512, 1024}) {
    // Beyond what the free lists hold of this size already.
    for (int I = 0; I < 16; I++) {
      void *Gap = malloc(16 + 16 * (Random() % 64));
      benchmark::DoNotOptimize(Gap); // never freed: it is the distance
      Ready.push_back(malloc(Size));
    }
  }
  for (void *Block : Ready)
    free(Block);
}

void addSide(const zp_kernel *Kernels, const char *Side, double *Shared) {
  for (size_t I = 0; I < zp_kernel_count; I++) {
    const zp_kernel *Kernel = &Kernels[I];
    auto add = [&](size_t Size) {
      std::string Name =
          std::string(Kernel->name) + "/" + std::to_string(Size) + "/" + Side;
      if (Kernel->loop) {
        benchmark::RegisterBenchmark(Name.c_str(), timeLoop, Kernel, Size);
        return;
      }
      benchmark::RegisterBenchmark(Name.c_str(), timeFirstUse, Kernel, Size,
                                   Shared)
          ->UseManualTime()
          ->Iterations(1);
    };
    if (Kernel->size) {
      add(Kernel->size);
    } else if (Kernel->once) {
      add(size_t(1) << 20);
      add(size_t(8) << 20);
      add(size_t(64) << 20);
    } else {
      for (size_t Size = 16; Size <= (1 << 20); Size *= 4)
        add(Size);
    }
  }
}

} // namespace

int main(int argc, char **argv) {
  for (int I = 1; I < argc; I++) {
    static const char Option[] = "--layout=";
    if (strncmp(argv[I], Option, sizeof Option - 1) != 0)
      continue;
    shuffleBlocks(unsigned(atoi(argv[I] + sizeof Option - 1)));
    for (int J = I; J < argc; J++) // with the null at the end
      argv[J] = argv[J + 1];
    argc--;
    break;
  }
  auto *Shared = static_cast<double *>(mmap(nullptr, sizeof(double),
                                            PROT_READ | PROT_WRITE,
                                            MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  if (Shared == MAP_FAILED) {
    perror("driver: no shared page");
    return 1;
  }
  addSide(zp_kernels_original, "original", Shared);
  addSide(zp_kernels_rewritten, "rewritten", Shared);
  addSide(zp_kernels_bare, "bare", Shared);
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv))
    return 2;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
