/*===- loader.c - what the dynamic loader has made of the program ----------===*
 *
 * Reads what every ELF object has in memory: its dynamic section, symbols and
 * relocations. What has not the expected form is not known.
 *
 *===----------------------------------------------------------------------===*/
#include "loader.h"

/* <dlfcn.h> has the structure; the reserve holds what it ends with. */
struct zp_found {
  unsigned long long flags;
  void *start;
  void *end;
  const struct zp_link *link;
  void *reserve[12];
};
extern int _dl_find_object(void *address, void *found)
    __attribute__((weak, nothrow));

enum {
  ZP_DT_PLTRELSZ = 2,
  ZP_DT_STRTAB = 5,
  ZP_DT_SYMTAB = 6,
  ZP_DT_RELA = 7,
  ZP_DT_RELASZ = 8,
  ZP_DT_SONAME = 14,
  ZP_DT_JMPREL = 23,
#if defined(__x86_64__)
  ZP_R_GLOB_DAT = 6,
  ZP_R_JUMP_SLOT = 7
#else
  ZP_R_GLOB_DAT = 1025, /* AArch64 */
  ZP_R_JUMP_SLOT = 1026
#endif
};

ZP_INLINE int zp_find(uintptr_t address, struct zp_found *found) {
  return &_dl_find_object && !_dl_find_object((void *)address, found) &&
         found->link;
}

ZP_SLOW int ZP_FN(lies_in)(uintptr_t address, const struct zp_object *object) {
  struct zp_found found;
  return address - object->start < object->end - object->start ||
         (zp_find(address, &found) && found.link == object->link);
}

/* A table's address: the loader has added the base, or has not (musl, and where
 * the dynamic section is read-only). */
ZP_INLINE const void *zp_table(const struct zp_object *object, uint64_t value) {
  uintptr_t address = (uintptr_t)value;
  if (!ZP_FN(lies_in)(address, object))
    address += object->base;
  return ZP_FN(lies_in)(address, object) ? (const void *)address : NULL;
}

ZP_SLOW int ZP_FN(find_object)(uintptr_t address, struct zp_object *object) {
  struct zp_found found;
  if (!zp_find(address, &found) || !found.link->dynamic)
    return 0;
  object->link = found.link;
  object->start = (uintptr_t)found.start;
  object->end = (uintptr_t)found.end;
  object->base = found.link->base;
  object->strings = NULL;
  object->symbols = NULL;
  object->tables[0] = object->tables[1] = (struct zp_elf_table){NULL, 0};
  uint64_t name = 0;
  for (const struct zp_elf_dynamic *d = found.link->dynamic; d->tag; ++d) {
    switch (d->tag) {
    case ZP_DT_STRTAB:
      object->strings = zp_table(object, d->value);
      break;
    case ZP_DT_SYMTAB:
      object->symbols = zp_table(object, d->value);
      break;
    case ZP_DT_JMPREL:
      object->tables[0].start = zp_table(object, d->value);
      break;
    case ZP_DT_PLTRELSZ:
      object->tables[0].count = d->value / sizeof(struct zp_elf_relocation);
      break;
    case ZP_DT_RELA:
      object->tables[1].start = zp_table(object, d->value);
      break;
    case ZP_DT_RELASZ:
      object->tables[1].count = d->value / sizeof(struct zp_elf_relocation);
      break;
    case ZP_DT_SONAME:
      name = d->value;
      break;
    }
  }
  if (!object->strings || !object->symbols)
    return 0;
  for (int t = 0; t < 2; ++t)
    if (!object->tables[t].start)
      object->tables[t].count = 0;
  object->name = object->strings + name;
  return 1;
}

ZP_SLOW int ZP_FN(next_import)(const struct zp_object *object, size_t *at,
                               struct zp_import *import) {
  size_t first = object->tables[0].count, second = object->tables[1].count;
  while (*at < first + second) {
    size_t i = (*at)++;
    const struct zp_elf_relocation *r =
        i < first ? &object->tables[0].start[i]
                  : &object->tables[1].start[i - first];
    uint32_t type = (uint32_t)r->info;
    uintptr_t slot = object->base + r->offset;
    if ((type != ZP_R_GLOB_DAT && type != ZP_R_JUMP_SLOT) ||
        !ZP_FN(lies_in)(slot, object))
      continue;
    import->symbol = &object->symbols[r->info >> 32];
    import->name = object->strings + import->symbol->name;
    import->target = *(const volatile uintptr_t *)slot;
    return 1;
  }
  return 0;
}

ZP_SLOW uintptr_t ZP_FN(jump_target)(uintptr_t address) {
  struct zp_object object;
  struct zp_import import;
  size_t at = 0;
  if (ZP_FN(find_object)(address, &object))
    while (ZP_FN(next_import)(&object, &at, &import))
      if (!import.symbol->section && import.symbol->value &&
          object.base + import.symbol->value == address)
        return ZP_FN(lies_in)(import.target, &object) ? 0 : import.target;
  return address;
}
