/*===- settings.h - what the environment asks of the library ----------------===*
 *
 * Embedded code has no settings: everything comes with the call.
 *
 *===------------------------------------------------------------------------===*/
#ifndef ZP_SETTINGS_H
#define ZP_SETTINGS_H

#include "how.h"
#include "names.h"

#ifdef ZP_EMBEDDED

static inline unsigned zp_asked(unsigned how) { return how; }

#else

/* The bits of ZEROPASS_HUGE, ZEROPASS_PREFAULT and ZEROPASS_RESIDENCY. */
ZP_HIDDEN extern unsigned ZP_FN(settings_how);

/* `how` as the call says, and what the environment adds. */
static inline unsigned zp_asked(unsigned how) {
  return how | __atomic_load_n(&ZP_FN(settings_how), __ATOMIC_RELAXED);
}

#endif

#endif
