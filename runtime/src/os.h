/*===- os.h - the one file that talks to the operating system --------------===*
 *
 * System calls by hand: embedded code must not call mmap, write or getpid by
 * name, because a program may have functions of its own under those names. A
 * result in -4095..-1 is an error number; errno is never touched. Anything but
 * Linux on x86-64 or AArch64 answers "no such call", which every caller takes.
 *
 *===----------------------------------------------------------------------===*/
#ifndef ZP_OS_H
#define ZP_OS_H

#include <stddef.h>
#include <stdint.h>

#if defined(__linux__) && defined(__x86_64__) && defined(__LP64__)
enum {
  ZP_SYS_close = 3,
  ZP_SYS_mmap = 9,
  ZP_SYS_munmap = 11,
  ZP_SYS_rt_sigprocmask = 14,
  ZP_SYS_writev = 20,
  ZP_SYS_mincore = 27,
  ZP_SYS_madvise = 28,
  ZP_SYS_getpid = 39,
  ZP_SYS_getuid = 102,
  ZP_SYS_getgid = 104,
  ZP_SYS_geteuid = 107,
  ZP_SYS_getegid = 108,
  ZP_SYS_openat = 257
};

static inline long zp_syscall(long number, long a, long b, long c, long d,
                              long e, long f) {
  long result;
  register long r10 __asm__("r10") = d;
  register long r8 __asm__("r8") = e;
  register long r9 __asm__("r9") = f;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8),
                     "r"(r9)
                   : "rcx", "r11", "memory");
  return result;
}

#elif defined(__linux__) && defined(__aarch64__) && defined(__LP64__)
enum {
  ZP_SYS_openat = 56,
  ZP_SYS_close = 57,
  ZP_SYS_writev = 66,
  ZP_SYS_rt_sigprocmask = 135,
  ZP_SYS_getpid = 172,
  ZP_SYS_getuid = 174,
  ZP_SYS_geteuid = 175,
  ZP_SYS_getgid = 176,
  ZP_SYS_getegid = 177,
  ZP_SYS_munmap = 215,
  ZP_SYS_mmap = 222,
  ZP_SYS_mincore = 232,
  ZP_SYS_madvise = 233
};

static inline long zp_syscall(long number, long a, long b, long c, long d,
                              long e, long f) {
  register long x8 __asm__("x8") = number;
  register long x0 __asm__("x0") = a;
  register long x1 __asm__("x1") = b;
  register long x2 __asm__("x2") = c;
  register long x3 __asm__("x3") = d;
  register long x4 __asm__("x4") = e;
  register long x5 __asm__("x5") = f;
  __asm__ volatile("svc #0"
                   : "+r"(x0)
                   : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5)
                   : "memory");
  return x0;
}

#else
enum {
  ZP_SYS_close,
  ZP_SYS_mmap,
  ZP_SYS_munmap,
  ZP_SYS_rt_sigprocmask,
  ZP_SYS_writev,
  ZP_SYS_mincore,
  ZP_SYS_madvise,
  ZP_SYS_getpid,
  ZP_SYS_getuid,
  ZP_SYS_getgid,
  ZP_SYS_geteuid,
  ZP_SYS_getegid,
  ZP_SYS_openat
};

static inline long zp_syscall(long number, long a, long b, long c, long d,
                              long e, long f) {
  (void)number, (void)a, (void)b, (void)c, (void)d, (void)e, (void)f;
  return -38; /* ENOSYS */
}
#endif

static inline int zp_os_failed(long result) {
  return (unsigned long)result > -4096UL;
}

/* True if the eight bytes at `address` can be read: the kernel reads a signal
 * mask there before it finds that it does not know what to do with it. */
static inline int zp_os_readable(uintptr_t address) {
  const long senseless = -1, mask_bytes = 8, invalid = -22;
  return zp_syscall(ZP_SYS_rt_sigprocmask, senseless, (long)address, 0,
                    mask_bytes, 0, 0) == invalid;
}

static inline long zp_os_pid(void) {
  return zp_syscall(ZP_SYS_getpid, 0, 0, 0, 0, 0, 0);
}

/* True when the process has privileges that its user has not: then nothing
 * that the environment says is to be trusted. */
static inline int zp_os_privileged(void) {
  return zp_syscall(ZP_SYS_getuid, 0, 0, 0, 0, 0, 0) !=
             zp_syscall(ZP_SYS_geteuid, 0, 0, 0, 0, 0, 0) ||
         zp_syscall(ZP_SYS_getgid, 0, 0, 0, 0, 0, 0) !=
             zp_syscall(ZP_SYS_getegid, 0, 0, 0, 0, 0, 0);
}

static inline void zp_os_unmap(void *p, size_t bytes) {
  zp_syscall(ZP_SYS_munmap, (long)p, (long)bytes, 0, 0, 0, 0);
}

/* What madvise is asked here. The senseless one is none that a kernel knows. */
enum zp_os_advice {
  ZP_ADVICE_SENSELESS = -1,
  ZP_ADVICE_DONTNEED = 4,
  ZP_ADVICE_FREE = 8, /* Linux 4.5 */
  ZP_ADVICE_HUGEPAGE = 14,
  ZP_ADVICE_WIPE_ON_FORK = 18,  /* Linux 4.14 */
  ZP_ADVICE_POPULATE_WRITE = 23 /* Linux 5.14 */
};

static inline long zp_os_advise(void *p, size_t bytes,
                                enum zp_os_advice advice) {
  return zp_syscall(ZP_SYS_madvise, (long)p, (long)bytes, advice, 0, 0, 0);
}

/* True where madvise is the kernel's. An emulator, or a filter of system calls,
 * may accept any advice and do nothing: it accepts a senseless one as well. The
 * kernel looks at the advice before anything else. */
static inline int zp_os_advice_counts(void) {
  const long einval = -22;
  return zp_os_advise(NULL, 0, ZP_ADVICE_SENSELESS) == einval;
}

/* One byte a page into `there`: the lowest bit says that it is in memory. */
static inline long zp_os_mincore(void *p, size_t bytes, unsigned char *there) {
  return zp_syscall(ZP_SYS_mincore, (long)p, (long)bytes, (long)there, 0, 0, 0);
}

/* The size of a page, 0 where the kernel does not say. No name of libc's says
 * it that a program could not have for itself, but mincore refuses an address
 * that is no multiple of it, and looks at nothing for a length of 0. */
static inline size_t zp_os_page_bytes(void) {
  for (size_t bytes = 4096; bytes <= 65536; bytes *= 4)
    if (!zp_os_failed(zp_os_mincore((void *)bytes, 0, NULL)))
      return bytes;
  return 0;
}

/* `bytes` of fresh memory; null: refused. */
static inline void *zp_os_map(size_t bytes) {
  const long read_write = 3, private_anonymous = 0x22;
  long p = zp_syscall(ZP_SYS_mmap, 0, (long)bytes, read_write,
                      private_anonymous, -1, 0);
  return zp_os_failed(p) ? NULL : (void *)p;
}

/* The same, that reads as zero again in a child made by fork; null where the
 * kernel cannot (Linux before 4.14). */
static inline void *zp_os_map_wiped_on_fork(size_t bytes) {
  void *p = zp_os_map(bytes);
  if (p && (!zp_os_advice_counts() ||
            zp_os_failed(zp_os_advise(p, bytes, ZP_ADVICE_WIPE_ON_FORK)))) {
    zp_os_unmap(p, bytes);
    p = NULL;
  }
  return p;
}

/* Opens a file to append to, made where it is missing; negative: failed. */
static inline long zp_os_open_append(const char *path) {
  const long at_cwd = -100;
  const long write_create_append_cloexec = 01 | 0100 | 02000 | 02000000;
  return zp_syscall(ZP_SYS_openat, at_cwd, (long)path,
                    write_create_append_cloexec, 0666, 0, 0);
}

struct zp_os_piece {
  const void *start;
  size_t bytes;
};

/* Writes the pieces with one system call, which appends them in one go however
 * many processes write. */
static inline long zp_os_write(long file, const struct zp_os_piece *pieces,
                               int count) {
  return zp_syscall(ZP_SYS_writev, file, (long)pieces, count, 0, 0, 0);
}

static inline void zp_os_close(long file) {
  zp_syscall(ZP_SYS_close, file, 0, 0, 0, 0, 0);
}

#endif
