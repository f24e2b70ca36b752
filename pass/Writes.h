//===- Writes.h - FACTS: the ways of writing bytes --------------*- C++ -*-===//
//
// The table of instructions that write a known range: memset, bzero, checked
// memset, stores, stores in counted loops, copies. A new way of zeroing is a
// row in Writes.cpp.
//
//===----------------------------------------------------------------------===//
#ifndef ZEROPASS_WRITES_H
#define ZEROPASS_WRITES_H

#include "ByteState.h"

namespace zeropass {

/// True when \p I, whatever it writes to, leaves only zeroes there: no obstacle
/// between an allocation and its zeroing.
bool writesOnlyZeroes(const llvm::Instruction &I);

/// Everything that the pointer of \p A reaches by address arithmetic, single
/// phis, loop counters and reloads of where it was stored.
struct DerivedPointers {
  /// Writes through one of these pointers.
  llvm::SmallVector<Write, 8> Writes;
  /// A zeroing through a phi or select that may be another block (row C4).
  llvm::Instruction *MayBeOther = nullptr;
};
DerivedPointers derivedPointers(const Allocation &A, FunctionFacts &Facts,
                                const SizeExprs &Sizes);

} // namespace zeropass

#endif // ZEROPASS_WRITES_H
