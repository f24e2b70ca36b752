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
  ZallocLarge,  ///< __zp1_zalloc_large: the same for a size known to be large
  SizedCalloc,  ///< __zp1_calloc: overflow-checked, chooses by size
};

llvm::StringRef nameOf(Variant V);

struct Decision {
  Variant Form = Variant::Keep;
  unsigned How = 0; ///< what Form is asked beyond its size (runtime/src/how.h)
  Done What = Done::RedundantZeroing; ///< when something is done
  Reason Why = Reason::None;          ///< when nothing is
  bool DeleteZeroings = false;

  bool doesSomething() const { return Form != Variant::Keep || DeleteZeroings; }
};

/// Whether \p M is bound for, or is in, an LTO link. DSE runs again there and
/// folds malloc, null check and zeroing to calloc wherever it sees them.
bool isForLink(const llvm::Module &M);

/// \p Settled: no pass that makes calloc of malloc and zeroing comes after this
/// one, so what stands there is what the program would have run.
Decision decide(const Allocation &A, const ByteState &State,
                const llvm::TargetLibraryInfo &TLI, const Options &Opts,
                bool Settled);

/// What the pages of the block are given beyond zero bytes, in words; empty
/// where nothing is.
llvm::StringRef pagesOf(unsigned How);

} // namespace zeropass

#endif // ZEROPASS_POLICY_H
