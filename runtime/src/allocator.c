/*===- allocator.c - who allocates behind malloc ----------------------------===*
 *
 * Identity, not the presence of a symbol: see docs/runtime.md for what each
 * linker makes of every reference below, in every kind of link.
 *
 *===------------------------------------------------------------------------===*/
#include "allocator.h"
#include "libc.h"

uint32_t ZP_FN(allocator_id) = ZP_NOT_ASKED;
size_t ZP_FN(small_limit) = 0;

const struct zp_policy ZP_FN(policies)[] = {
    {0}, /* ZP_NOT_ASKED */
#define ZP_ALLOCATOR(id, name, malloc_up_to) {malloc_up_to},
#include "allocators.def"
};

/* glibc's own names for its allocator. Weak: another C library lacks them. */
extern void *__libc_malloc(size_t size) __attribute__((weak));
extern void *__libc_calloc(size_t n, size_t size) __attribute__((weak));
extern int malloc_info(int options, void *stream) __attribute__((weak));

/* The address of a function as the dynamic loader sees it. Taken through the
 * GOT by hand, because code that is not position independent would see a PLT
 * entry of its own instead. */
#if defined(__x86_64__)
#define ZP_GOT(name, address)                                                  \
  __asm__("movq " #name "@GOTPCREL(%%rip), %0" : "=r"(address))
#elif defined(__aarch64__)
#define ZP_GOT(name, address)                                                  \
  __asm__("adrp %0, :got:" #name "\n\tldr %0, [%0, :got_lo12:" #name "]"       \
          : "=r"(address))
#else
#define ZP_GOT(name, address) (address = (uintptr_t)&name)
#endif

/* Keeps the compiler from knowing anything of an address. */
static inline uintptr_t zp_opaque(uintptr_t address) {
  __asm__("" : "+r"(address));
  return address;
}

/* valgrind replaces malloc by redirecting the code, so every address looks
 * like glibc's. Its request number 0x1001 (RUNNING_ON_VALGRIND) is a sequence
 * of instructions that does nothing on a processor. */
static inline int zp_on_valgrind(void) {
  const volatile uintptr_t request[6] = {0x1001};
  uintptr_t answer = 0;
#if defined(__x86_64__)
  __asm__ volatile("rolq $3, %%rdi\n\t"
                   "rolq $13, %%rdi\n\t"
                   "rolq $61, %%rdi\n\t"
                   "rolq $51, %%rdi\n\t"
                   "xchgq %%rbx, %%rbx"
                   : "+d"(answer)
                   : "a"(request)
                   : "cc", "memory");
#elif defined(__aarch64__)
  register const volatile uintptr_t *x4 __asm__("x4") = request;
  register uintptr_t x3 __asm__("x3") = answer;
  __asm__ volatile("ror x12, x12, #3\n\t"
                   "ror x12, x12, #13\n\t"
                   "ror x12, x12, #51\n\t"
                   "ror x12, x12, #61\n\t"
                   "orr x10, x10, x10"
                   : "+r"(x3)
                   : "r"(x4)
                   : "cc", "memory");
  answer = x3;
#else
  (void)request;
#endif
  return answer != 0;
}

/* malloc and calloc are glibc's if they are what glibc calls __libc_malloc and
 * __libc_calloc. Others export those names too (mimalloc, tcmalloc), so the
 * names must also stand where glibc's own are: in the object file that defines
 * malloc_info, which is some 20 KB long. No loader and no linker puts another
 * allocator that close, and one that defines malloc_info as well does not call
 * itself __libc_malloc. */
static int zp_is_glibc(void) {
  const uintptr_t object_file = 64 * 1024;
  uintptr_t m, c;
  ZP_GOT(malloc, m);
  ZP_GOT(calloc, c);
  uintptr_t lm = zp_opaque((uintptr_t)&__libc_malloc);
  uintptr_t lc = zp_opaque((uintptr_t)&__libc_calloc);
  uintptr_t info = zp_opaque((uintptr_t)&malloc_info);
  return m && m == lm && c && c == lc && info &&
         m - info + object_file < 2 * object_file && !zp_on_valgrind();
}

ZP_SLOW enum zp_allocator ZP_FN(identify)(void) {
  enum zp_allocator id = zp_is_glibc() ? ZP_GLIBC : ZP_UNKNOWN;
  zp_keep_allocator(id);
  return id;
}
