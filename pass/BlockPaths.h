//===- BlockPaths.h - FACTS: the ways from allocation to use ----*- C++ -*-===//
//
// The part of the control flow between an allocation and an instruction that
// works on its block: what may run in between, and by which edges the flow can
// leave without ever getting there.
//
//===----------------------------------------------------------------------===//
#ifndef ZEROPASS_BLOCKPATHS_H
#define ZEROPASS_BLOCKPATHS_H

#include "AllocModel.h"
#include "SizeExpr.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SetVector.h"

namespace zeropass {

/// All paths from \p From to \p To that do not come through From again. From
/// dominates To.
class BlockPaths {
  llvm::Instruction &From;
  llvm::Instruction &To;
  /// Blocks strictly between; To's own block too when the paths run through it
  /// whole before they get to To.
  llvm::SmallSetVector<llvm::BasicBlock *, 16> Between;
  bool SameBlock = false;
  bool Complete = true;

public:
  BlockPaths(llvm::Instruction &From, llvm::Instruction &To);

  /// False when the region is too large to look at.
  bool complete() const { return Complete; }

  /// True when To can run again before From does.
  bool repeats() const { return Between.contains(To.getParent()); }

  /// Calls \p Visit for each instruction of the region that touches memory,
  /// until it returns false.
  void accesses(llvm::MemorySSA &MSSA,
                llvm::function_ref<bool(llvm::Instruction &)> Visit) const;

  /// True when \p Holds is true of an instruction of the region.
  bool any(llvm::function_ref<bool(const llvm::Instruction &)> Holds) const;

  /// True when an exception edge or a landing pad lies on the paths.
  bool exceptional() const;

  /// The edges that leave the region for good, as (terminator, successor).
  llvm::SmallVector<std::pair<llvm::Instruction *, llvm::BasicBlock *>, 4>
  leavingEdges() const;
};

/// How good an excuse is.
enum class Excuse {
  None,
  Hardly,  ///< the edge is hardly ever taken, but the block may live on
  Certain, ///< there is no block behind the edge, or nobody uses it
};

/// Why an edge that leaves the paths to the zeroing does not make the zeroing
/// conditional: an allocation has failed, the range to be zeroed is empty, the
/// block is thrown away unused, or the program knows that it hardly happens.
class EdgeExcuse {
  const Allocation &A;
  llvm::SmallVector<const llvm::SCEV *, 2> SizeForms;
  const SizeExprs &Sizes;
  const llvm::TargetLibraryInfo &TLI;
  llvm::function_ref<bool(llvm::Instruction &)> MayUse;

  /// \p Any: any allocation that has failed will do, not only the block's.
  bool byCondition(llvm::Value *Condition, bool Taken, bool Any,
                   unsigned Depth = 0) const;
  Excuse discardsBlock(llvm::BasicBlock *Target) const;

public:
  /// \p SizeForms are expressions of the size of the block; \p MayUse says
  /// whether an instruction may work on the block.
  EdgeExcuse(const Allocation &A, llvm::ArrayRef<const llvm::SCEV *> SizeForms,
             const SizeExprs &Sizes, const llvm::TargetLibraryInfo &TLI,
             llvm::function_ref<bool(llvm::Instruction &)> MayUse)
      : A(A), SizeForms(SizeForms.begin(), SizeForms.end()), Sizes(Sizes),
        TLI(TLI), MayUse(MayUse) {}

  Excuse operator()(llvm::Instruction &Terminator,
                    llvm::BasicBlock *Target) const;
};

} // namespace zeropass

#endif // ZEROPASS_BLOCKPATHS_H
