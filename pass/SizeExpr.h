//===- SizeExpr.h - FACTS: symbolic sizes and ranges ------------*- C++ -*-===//
//
// Whether two byte counts are equal where an instruction stands, and whether a
// condition says that there is nothing to zero. ScalarEvolution does the
// algebra; what it does not know by itself is that sext and zext agree on a
// count that a guard has shown to be non-negative, and that a size reloaded
// from memory is the one stored there.
//
//===----------------------------------------------------------------------===//
#ifndef ZEROPASS_SIZEEXPR_H
#define ZEROPASS_SIZEEXPR_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/MemorySSA.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Instructions.h"

namespace zeropass {

/// How sure an equality has to be. What allows a deletion must be Proven.
/// Where it only says that a zeroing is worth moving, Presumed will do: it
/// takes sext and zext of one count for the same, since a block of a negative
/// count does not exist, and believes the nsw and nuw of SizeExprs::bytes.
enum class Surety { Proven, Presumed };

class SizeExprs {
  llvm::ScalarEvolution &SE;
  llvm::MemorySSA &MSSA;

public:
  SizeExprs(llvm::ScalarEvolution &SE, llvm::MemorySSA &MSSA)
      : SE(SE), MSSA(MSSA) {}

  /// The value that \p Load is known to read: what the store that MemorySSA
  /// names as its definition put at the same address; else null.
  llvm::Value *forwarded(llvm::LoadInst &Load) const;

  /// The byte count \p V as an expression that believes the instructions'
  /// nsw and nuw where they stand under an extension, which ScalarEvolution
  /// does only where it can prove that poison would be undefined. Coverage
  /// decides on profit alone, so believing too much makes nothing wrong.
  const llvm::SCEV *bytes(llvm::Value *V, unsigned Depth = 0) const;

  /// \p Expr in the form in which equal counts are equal expressions at
  /// \p Where: reloads replaced by what was stored, extensions of counts that
  /// are non-negative there by one kind, maxima that a guard decides by their
  /// operand.
  const llvm::SCEV *normalised(const llvm::SCEV *Expr,
                               const llvm::Instruction &Where,
                               Surety How) const;

  /// True when \p A and \p B are the same number at \p Where. Both are taken
  /// as unsigned 64-bit counts.
  bool equal(const llvm::SCEV *A, const llvm::SCEV *B,
             const llvm::Instruction &Where, Surety How) const;

  /// True when \p Compare being \p Taken means that \p Size is zero, or
  /// negative as a signed number (no block of that size exists).
  bool saysEmpty(const llvm::ICmpInst &Compare, bool Taken,
                 const llvm::SCEV *Size) const;

private:
  const llvm::SCEV *extended(llvm::Value *V, llvm::Type *Wide, bool Signed,
                             unsigned Depth) const;
};

} // namespace zeropass

#endif // ZEROPASS_SIZEEXPR_H
