/*===- loader.h - what the dynamic loader has made of the program ----------===*
 *
 * Which object a function lies in, and which functions an object calls. Asked
 * without dladdr and dlsym: these are names that a program may have functions
 * of its own under, they wait for a lock that the loader holds while it runs
 * constructors, and dlsym answers for the object that asks, which need not be
 * what another object calls (RTLD_DEEPBIND). _dl_find_object (glibc 2.35) has a
 * reserved name and takes no lock.
 *
 *===----------------------------------------------------------------------===*/
#ifndef ZP_LOADER_H
#define ZP_LOADER_H

#include "names.h"
#include <stddef.h>
#include <stdint.h>

struct zp_elf_dynamic {
  int64_t tag;
  uint64_t value;
};

struct zp_elf_symbol {
  uint32_t name;
  uint8_t info, other;
  uint16_t section; /* 0: defined elsewhere */
  uint64_t value;
  uint64_t size;
};

struct zp_elf_relocation {
  uint64_t offset;
  uint64_t info;
  int64_t addend;
};

/* The public part of struct link_map. */
struct zp_link {
  uintptr_t base;
  const char *path;
  const struct zp_elf_dynamic *dynamic;
};

/* A relocation table. */
struct zp_elf_table {
  const struct zp_elf_relocation *start;
  size_t count;
};

/* An executable or a shared object in memory. */
struct zp_object {
  const struct zp_link *link;
  uintptr_t start, end;
  uintptr_t base;
  const char *name; /* DT_SONAME; "" where there is none */
  const char *strings;
  const struct zp_elf_symbol *symbols;
  struct zp_elf_table tables[2];
};

/* Fills `object` with the one that `address` lies in. False: not known. */
ZP_HIDDEN int ZP_FN(find_object)(uintptr_t address, struct zp_object *object);

/* True if `address` lies in `object`, of which `start` to `end` may be one
 * segment where there are gaps between them. */
ZP_HIDDEN int ZP_FN(lies_in)(uintptr_t address, const struct zp_object *object);

/* A function that `object` has from elsewhere by way of its GOT: the symbol's
 * name and what the loader has put there. A function that has not been called
 * yet may still be in the object itself, where the call is bound. `*at` starts
 * at 0. False: there is no more. */
struct zp_import {
  const char *name;
  const struct zp_elf_symbol *symbol;
  uintptr_t target;
};
ZP_HIDDEN int ZP_FN(next_import)(const struct zp_object *object, size_t *at,
                                 struct zp_import *import);

/* The function behind `address`: a program that is not position independent
 * has in itself, as the address of another object's function, the jump to it.
 * 0: that has not been bound. */
ZP_HIDDEN uintptr_t ZP_FN(jump_target)(uintptr_t address);

#endif
