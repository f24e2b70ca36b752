/*===- allocator.c - who allocates behind malloc ---------------------------===*
 *
 * Identity, not the presence of a symbol: see docs/runtime.md for what each
 * linker makes of every reference below, in every kind of link. Nothing that is
 * found is ever called.
 *
 *===----------------------------------------------------------------------===*/
#include "allocator.h"
#include "got.h"
#include "libc.h"
#include "os.h"

uint32_t ZP_FN(allocator_found) = ZP_NOT_ASKED;
size_t ZP_FN(small_zalloc_limit) = 0;
size_t ZP_FN(small_calloc_limit) = 0;
size_t ZP_FN(calloc_limit) = 0;
size_t ZP_FN(source_calloc_limit) = 0;

const struct zp_policy ZP_FN(policy_rows)[] = {
    {0, 0, 0, 0, 0}, /* ZP_NOT_ASKED */
#define ZP_ALLOCATOR(id, name, ...) {__VA_ARGS__},
#include "allocators.def"
};

/* Names by which an allocator or its neighbours can be told. Weak: each program
 * has some of them at most, and those may be functions of its own. */
#define ZP_WEAK(name) extern void name(void) __attribute__((weak))
ZP_WEAK(__libc_malloc);
ZP_WEAK(__libc_calloc);
ZP_WEAK(mi_malloc);
ZP_WEAK(mi_calloc);
ZP_WEAK(mi_heap_new);
ZP_WEAK(tc_malloc);
ZP_WEAK(tc_calloc);
ZP_WEAK(tc_version);
ZP_WEAK(mallocx);
ZP_WEAK(sdallocx);
ZP_WEAK(malloc_stats_print);
ZP_WEAK(__nl_langinfo);
ZP_WEAK(__libc_malloc_impl);
extern int malloc_info(int options, void *stream) __attribute__((weak));

/* Where the linker puts the start of the object that this code is in. It is
 * hidden in any case. `_end` is not: to refer to it would hide it from other
 * objects, and bind a user's own reference to it to another address. */
extern const char __ehdr_start[] __attribute__((weak, visibility("hidden")));

/* Keeps the compiler from knowing anything of an address. */
ZP_INLINE uintptr_t zp_opaque(uintptr_t address) {
  __asm__("" : "+r"(address));
  return address;
}

#define ZP_ADDRESS(name) zp_opaque((uintptr_t)&name)

/* malloc and calloc as the program calls them. */
struct zp_served {
  uintptr_t malloc_at, calloc_at;
};

/* valgrind replaces malloc by redirecting the code, so every address looks
 * as if it did not. Its request number 0x1001 (RUNNING_ON_VALGRIND) is a
 * sequence of instructions that does nothing on a processor. */
ZP_INLINE int zp_on_valgrind(void) {
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

/* An ELF file of 64 bits, as far as it matters here. */
struct zp_elf_header {
  uint32_t magic;
  uint8_t word_class, unused[27];
  uint64_t segments_at;
  uint8_t unused_too[16];
  uint16_t segments;
};

struct zp_elf_segment {
  uint32_t type, flags;
  uint64_t offset, address, unused[2], bytes, alignment;
};

enum { ZP_ELF_MAGIC = 0x464c457f, ZP_ELF_64 = 2, ZP_ELF_LOAD = 1 };

/* True if `low` and `high` lie in one loaded object. Each object starts with
 * the page that holds its ELF header, so two addresses are of the same one if
 * no such page lies between them; the kernel says whether a page is there. */
ZP_SLOW int ZP_FN(in_one_object)(uintptr_t low, uintptr_t high) {
  enum { PAGE = 4096, FARTHEST = 1 << 20 };
  if (high - low > FARTHEST)
    return 0;
  for (uintptr_t page = high & -(uintptr_t)PAGE; page > low; page -= PAGE)
    if (!zp_os_readable(page) ||
        *(const volatile uint32_t *)page == ZP_ELF_MAGIC)
      return 0;
  return 1;
}

ZP_INLINE int zp_among(uintptr_t address, uintptr_t *low, uintptr_t *high) {
  if (address < *low)
    *low = address;
  if (address > *high)
    *high = address;
  return address != 0;
}

/* The ELF header of the object that this code is in; null: unknown. lld defines
 * __ehdr_start for those alone that refer to it before link-time optimisation:
 * where this code comes in later, the header is sought in front of it. */
ZP_INLINE const volatile struct zp_elf_header *zp_own_header(uintptr_t here) {
  enum { PAGE = 4096, FARTHEST = 1 << 20 };
  uintptr_t page = ZP_ADDRESS(__ehdr_start);
  uintptr_t last = here > FARTHEST ? here - FARTHEST : 0;
  if (!page)
    for (page = here & -(uintptr_t)PAGE;
         *(const volatile uint32_t *)page != ZP_ELF_MAGIC;) {
      page -= PAGE;
      if (page <= last || !zp_os_readable(page))
        return NULL;
    }
  return (const volatile void *)page;
}

/* True if it cannot be told. */
ZP_INLINE int zp_is_of(const volatile struct zp_elf_header *header,
                       uintptr_t address) {
  const volatile struct zp_elf_segment *segment =
      (const volatile void *)((uintptr_t)header + header->segments_at);
  const volatile struct zp_elf_segment *first = NULL;
  for (unsigned i = 0; i < header->segments; ++i, ++segment) {
    if (segment->type != ZP_ELF_LOAD)
      continue;
    if (!first)
      first = segment;
    if (first->offset || address - (uintptr_t)header - segment->address +
                                 first->address <
                             segment->bytes)
      return 1;
  }
  return !first;
}

/* In the object that asks, the linker may have put a wrapper under the name of
 * an allocator's function (--wrap=malloc); in another one it cannot. Where the
 * object does not say what belongs to it, everything may. */
ZP_SLOW int ZP_FN(is_of_asker)(uintptr_t address) {
  const uintptr_t here = ZP_ADDRESS(ZP_FN(policy_rows));
  const volatile struct zp_elf_header *header = zp_own_header(here);
  return !header || header->magic != ZP_ELF_MAGIC ||
         header->word_class != ZP_ELF_64 || !zp_is_of(header, here) ||
         zp_is_of(header, address);
}

/* malloc and calloc are glibc's if they are what glibc calls __libc_malloc and
 * __libc_calloc. Others export those names too (mimalloc, tcmalloc), so the
 * names must also stand where glibc's own are. No loader and no linker puts
 * another allocator that close, and one that defines malloc_info as well does
 * not call itself __libc_malloc. */
ZP_INLINE int zp_is_glibc(struct zp_served by) {
  return by.malloc_at == ZP_ADDRESS(__libc_malloc) &&
         by.calloc_at == ZP_ADDRESS(__libc_calloc) &&
         zp_in_glibcs_malloc(by.malloc_at, ZP_ADDRESS(malloc_info));
}

/* malloc and calloc have the second names `first` and `second`, which are no
 * program's own: they stand in one object with `third`. */
ZP_INLINE int zp_is_alias(struct zp_served by, uintptr_t first,
                          uintptr_t second, uintptr_t third) {
  uintptr_t low = UINTPTR_MAX, high = 0;
  return by.malloc_at == first && by.calloc_at == second &&
         zp_among(first, &low, &high) && zp_among(second, &low, &high) &&
         zp_among(third, &low, &high) && ZP_FN(in_one_object)(low, high);
}

/* jemalloc's malloc has no second name, but stands in one object with the rest
 * of jemalloc's interface. */
ZP_INLINE int zp_is_jemalloc(struct zp_served by) {
  uintptr_t low = UINTPTR_MAX, high = 0;
  return zp_among(ZP_ADDRESS(mallocx), &low, &high) &&
         zp_among(ZP_ADDRESS(sdallocx), &low, &high) &&
         zp_among(ZP_ADDRESS(malloc_stats_print), &low, &high) &&
         zp_among(by.malloc_at, &low, &high) &&
         zp_among(by.calloc_at, &low, &high) &&
         !ZP_FN(is_of_asker)(by.malloc_at) &&
         !ZP_FN(is_of_asker)(by.calloc_at) && ZP_FN(in_one_object)(low, high);
}

/* Where the jump leads that stands at `code` and nothing before it; 0: it is
 * another instruction. */
ZP_INLINE uintptr_t zp_jump(uintptr_t code) {
  if (!zp_os_readable(code))
    return 0;
#if defined(__x86_64__)
  const volatile uint8_t *byte = (const volatile uint8_t *)code;
  if (byte[0] == 0xeb)
    return code + 2 + (uintptr_t)(int8_t)byte[1];
  if (byte[0] == 0xe9)
    return code + 5 +
           (uintptr_t)(int32_t)(byte[1] | byte[2] << 8 | byte[3] << 16 |
                                (uint32_t)byte[4] << 24);
#elif defined(__aarch64__)
  uint32_t word = *(const volatile uint32_t *)code;
  if (word >> 26 == 5)
    return code + (uintptr_t)((int32_t)(word << 6) >> 4);
#endif
  return 0;
}

/* musl's C library: another allocator's malloc is in another object, as is
 * another's calloc. In a static program all is one object; there musl's malloc
 * is a jump to __libc_malloc_impl and nothing else, and nothing tells of
 * calloc, which malloc's row does without. */
ZP_INLINE enum zp_allocator zp_musl(struct zp_served by) {
  uintptr_t beside = ZP_ADDRESS(__nl_langinfo), low = UINTPTR_MAX, high = 0;
  uintptr_t impl = ZP_ADDRESS(__libc_malloc_impl);
  if (impl && ZP_FN(is_of_asker)(by.malloc_at))
    return zp_jump(by.malloc_at) == impl ? ZP_MUSL_MALLOC : ZP_UNKNOWN;
  if (!zp_among(beside, &low, &high) || !zp_among(by.malloc_at, &low, &high) ||
      ZP_FN(is_of_asker)(by.malloc_at) || !ZP_FN(in_one_object)(low, high))
    return ZP_UNKNOWN;
  zp_among(by.calloc_at, &low, &high);
  return !ZP_FN(is_of_asker)(by.calloc_at) && ZP_FN(in_one_object)(low, high)
             ? ZP_MUSL
             : ZP_MUSL_MALLOC;
}

ZP_SLOW enum zp_allocator ZP_FN(identify_allocator)(void) {
  enum zp_allocator id = ZP_UNKNOWN;
  struct zp_served by;
  ZP_GOT(malloc, by.malloc_at);
  ZP_GOT(calloc, by.calloc_at);
  if (!by.malloc_at || !by.calloc_at || zp_on_valgrind())
    id = ZP_UNKNOWN;
  else if (zp_is_alias(by, ZP_ADDRESS(mi_malloc), ZP_ADDRESS(mi_calloc),
                       ZP_ADDRESS(mi_heap_new)))
    id = ZP_MIMALLOC;
  else if (zp_is_alias(by, ZP_ADDRESS(tc_malloc), ZP_ADDRESS(tc_calloc),
                       ZP_ADDRESS(tc_version)))
    id = ZP_TCMALLOC;
  else if (zp_is_glibc(by))
    id = ZP_GLIBC;
  else if (zp_is_jemalloc(by))
    id = ZP_JEMALLOC;
  else
    id = zp_musl(by);
  zp_keep_allocator(id);
  return id;
}
