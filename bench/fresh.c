/* What zero_fresh and huge pages cost and save on this machine: the figures of
 * runtime/src/fresh.h and runtime/src/pages.h.
 *
 *     cc -O2 bench/fresh.c -o fresh && ./fresh
 *
 * Medians in microseconds, the ways taken in turns. Some seconds. */
#define _GNU_SOURCE
#include <malloc.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

enum { KB = 1024, MB = 1024 * KB, PAGE = 4096, ROUNDS = 201, COLUMNS = 8 };

static unsigned char there[80 * MB / PAGE];
static double samples[COLUMNS][ROUNDS];

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

static int compare(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double median(int column, int rounds) {
  qsort(samples[column], (size_t)rounds, sizeof(double), compare);
  return samples[column][rounds / 2];
}

#define TIME(column, round, what)                                              \
  do {                                                                         \
    double start = now();                                                      \
    what;                                                                      \
    __asm__ volatile("" : : : "memory");                                       \
    samples[column][round] = now() - start;                                    \
  } while (0)

static char *map(size_t bytes) {
  char *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (p == MAP_FAILED)
    abort();
  madvise(p, bytes, MADV_NOHUGEPAGE);
  return p;
}

/* As zero_fresh asks: 2048 pages at once. */
static void ask(char *p, size_t bytes) {
  const size_t step = 2048 * PAGE;
  for (size_t i = 0; i < bytes; i += step)
    mincore(p + i, bytes - i < step ? bytes - i : step, there + i / PAGE);
}

static void give_back(char *p, size_t bytes) {
  madvise(p, bytes, MADV_FREE);
  madvise(p, bytes, MADV_DONTNEED);
}

static void print_asking(void) {
  puts(
      "\nasking: every page there; fresh from the kernel\n"
      "      KB   memset  mincore  ratio |    memset  mincore  madvise  ratio");
  for (size_t n = 16 * KB; n <= 64 * MB; n *= 2) {
    const int rounds = n > 4 * MB ? 31 : ROUNDS;
    char *p = map(n);
    memset(p, 1, n);
    for (int i = 0; i < rounds; ++i) {
      TIME(0, i, memset(p, 0, n));
      TIME(1, i, ask(p, n));
    }
    munmap(p, n);
    for (int i = 0; i < rounds; ++i) {
      p = map(n);
      TIME(2, i, ask(p, n));
      TIME(3, i, give_back(p, n));
      TIME(4, i, memset(p, 0, n));
      munmap(p, n);
    }
    double set = median(0, rounds), asked = median(1, rounds);
    double fresh = median(4, rounds), asked_fresh = median(2, rounds);
    double given = median(3, rounds);
    printf("%8zu %8.2f %8.2f %6.3f | %9.1f %8.2f %8.2f %6.3f\n", n / KB, set,
           asked, asked / set, fresh, asked_fresh, given,
           (asked_fresh + given) / fresh);
  }
}

/* The worst case: runs of `run` pages, there and not there in turn. */
static void print_runs(void) {
  const size_t n = 8 * MB;
  puts("\n8 MB, every other run of pages not there: a call each, or memset\n"
       "   pages    calls   memset");
  for (size_t run = PAGE; run <= 256 * PAGE; run *= 4) {
    const int rounds = 31;
    for (int i = 0; i < rounds; ++i)
      for (int calls = 0; calls < 2; ++calls) {
        char *p = map(n);
        for (size_t k = 0; k < n; k += 2 * run)
          memset(p + k, 1, run);
        TIME(calls, i, {
          if (!calls) {
            memset(p, 0, n);
          } else {
            ask(p, n);
            for (size_t k = 0; k < n; k += 2 * run) {
              memset(p + k, 0, run);
              give_back(p + k + run, run);
            }
          }
        });
        munmap(p, n);
      }
    double set = median(0, rounds), calls = median(1, rounds);
    printf("%8zu %8.1f %8.1f\n", run / PAGE, calls, set);
  }
}

static void print_huge(void) {
  static const double sizes[] = {1, 2, 2.5, 3, 3.5, 4, 5, 6, 8, 12, 16, 32, 80};
  puts("\nmap, write and unmap a block of malloc: small pages, huge ones\n"
       "      MB     small      huge  ratio");
  mallopt(M_MMAP_THRESHOLD, 64 * KB);
  for (unsigned s = 0; s < sizeof sizes / sizeof *sizes; ++s) {
    const size_t n = (size_t)(sizes[s] * MB);
    const int rounds = n > 8 * MB ? 31 : 101;
    for (int i = 0; i < rounds; ++i)
      for (int huge = 0; huge < 2; ++huge) {
        /* Blocks come to lie elsewhere each time. */
        void *other = malloc(64 * KB + PAGE * (size_t)(rand() % 600));
        TIME(huge, i, {
          char *p = malloc(n);
          if (huge)
            madvise(p - 16, malloc_usable_size(p) + 16, MADV_HUGEPAGE);
          memset(p, 0, n);
          __asm__ volatile("" : : "r"(p) : "memory");
          free(p);
        });
        free(other);
      }
    double small = median(0, rounds), huge = median(1, rounds);
    printf("%8.1f %9.1f %9.1f %6.2f\n", sizes[s], small, huge, huge / small);
  }
}

/* Every page there in advance. */
static void print_prefault(void) {
  puts("\nprefault: one call, a byte written to each page\n"
       "      KB      call    bytes");
  for (size_t n = 16 * KB; n <= 64 * MB; n *= 4) {
    const int rounds = 31;
    for (int i = 0; i < rounds; ++i)
      for (int call = 0; call < 2; ++call) {
        char *p = map(n);
        TIME(call, i, {
          if (call)
            madvise(p, n, 23 /* MADV_POPULATE_WRITE */);
          else
            for (size_t k = 0; k < n; k += PAGE)
              *(volatile char *)(p + k) = 0;
        });
        munmap(p, n);
      }
    double bytes = median(0, rounds), call = median(1, rounds);
    printf("%8zu %9.1f %8.1f\n", n / KB, call, bytes);
  }
}

int main(void) {
  print_asking();
  print_runs();
  print_huge();
  print_prefault();
  return 0;
}
