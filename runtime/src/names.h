/*===- names.h - the names of the runtime's functions ----------------------===*
 *
 * One source base serves rewritten code in two ways, under two names that never
 * meet: a hidden embedded copy must not capture the callers of the library.
 *
 *   embedded bitcode   __zp1_<name>   the digit is the version of the meaning
 *   libzprt            __zp_<name>    and zp_<name> for people (zeropass.h)
 *
 * Everything that the bitcode defines is external and hidden, so that whoever
 * copies the bodies into a module can make each one linkonce_odr by itself.
 *
 *===----------------------------------------------------------------------===*/
#ifndef ZP_NAMES_H
#define ZP_NAMES_H

/* Functions and data of the runtime's own. LLVM before 22 does not see by
 * itself that a function with inline assembly is nounwind. */
#define ZP_HIDDEN __attribute__((visibility("hidden"), nothrow))
#define ZP_DATA __attribute__((visibility("hidden")))

/* What rewritten code calls; _THROWS: what an operator new throws comes through
 * it. */
#ifdef ZP_EMBEDDED
#define ZP_FN(name) __zp1_##name
#define ZP_ENTRY ZP_HIDDEN
#define ZP_ENTRY_THROWS ZP_DATA
#else
#define ZP_FN(name) __zp_##name
#define ZP_ENTRY __attribute__((visibility("default"), nothrow))
#define ZP_ENTRY_THROWS __attribute__((visibility("default")))
#endif

/* The public name zp_<name> of a function, beside the __zp_<name> of rewritten
 * code; the library only. */
#ifdef ZP_EMBEDDED
#define ZP_PUBLIC(name)
#else
#define ZP_PUBLIC(name)                                                        \
  extern __typeof__(ZP_FN(name)) zp_##name                                     \
      __attribute__((visibility("default"), alias("__zp_" #name)));
#endif

/* Called, not inlined: its work makes up for the call. */
#define ZP_CALLED __attribute__((noinline))

/* Part of whatever calls it, however large: the bodies have no functions but
 * those that are external. */
#define ZP_INLINE static inline __attribute__((always_inline))

/* Out of line and off the hot path. */
#define ZP_SLOW __attribute__((noinline, cold))

#define ZP_UNLIKELY(cond) __builtin_expect(!!(cond), 0)

#endif
