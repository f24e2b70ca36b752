/*===- settings.h - what the environment asks of the library ---------------===*
 *
 * Embedded code has no settings: everything comes with the call.
 *
 *===----------------------------------------------------------------------===*/
#ifndef ZP_SETTINGS_H
#define ZP_SETTINGS_H

#include "how.h"
#include "names.h"

#ifdef ZP_EMBEDDED

static inline unsigned zp_asked(unsigned how) { return how; }

#else

/* What ZEROPASS_HUGE, ZEROPASS_PREFAULT and ZEROPASS_RESIDENCY take from every
 * call and add to it. Written before main, by the library's constructor. */
ZP_DATA extern unsigned ZP_FN(settings_clears);
ZP_DATA extern unsigned ZP_FN(settings_how);

/* `how` as the call says, with the last word left to the environment. */
static inline unsigned zp_asked(unsigned how) {
  return (how & ~__atomic_load_n(&ZP_FN(settings_clears), __ATOMIC_RELAXED)) |
         __atomic_load_n(&ZP_FN(settings_how), __ATOMIC_RELAXED);
}

/* Says one line on standard error, "zeropass: ..."; errno stays. */
ZP_HIDDEN void ZP_FN(say)(const char *format, ...)
    __attribute__((format(printf, 1, 2)));

#endif

#endif
