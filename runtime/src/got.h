/*===- got.h - a function's address as the dynamic loader sees it ----------===*/
#ifndef ZP_GOT_H
#define ZP_GOT_H

#include <stdint.h>

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

#endif
