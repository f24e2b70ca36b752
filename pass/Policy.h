//===- Policy.h - CHOICE: which variant serves ------------------*- C++ -*-===//
//
// From the facts about one allocation to the form that it should take. The
// choice is a table (Policy.cpp); a new variant is a row. Nothing here changes
// IR.
//
//===----------------------------------------------------------------------===//
#ifndef ZEROPASS_POLICY_H
#define ZEROPASS_POLICY_H

#include "AllocModel.h"
#include "ByteState.h"
#include "Options.h"
#include "Remarks.h"

namespace zeropass {

enum class Variant {
  Keep,         ///< the call stays; superfluous zeroings may still go
  Plain,        ///< the plain allocation, nothing zeroed
  InlineStores, ///< the plain allocation, null check, inline zeroing
  Zalloc,       ///< __zp1_zalloc: chooses by size at run time
  ZallocLarge,  ///< __zp1_zalloc_large: calloc-backed
  SizedCalloc,  ///< __zp1_calloc: overflow-checked, chooses by size
};

llvm::StringRef nameOf(Variant V);

struct Decision {
  Variant Form = Variant::Keep;
  Done What = Done::RedundantZeroing; ///< when something is done
  Reason Why = Reason::None;          ///< when nothing is
  bool DeleteZeroings = false;

  bool doesSomething() const { return Form != Variant::Keep || DeleteZeroings; }
};

Decision decide(const Allocation &A, const ByteState &State,
                const llvm::TargetLibraryInfo &TLI, const Options &Opts);

} // namespace zeropass

#endif // ZEROPASS_POLICY_H
