//===- ByteState.h - FACTS: the bytes of a fresh block ----------*- C++ -*-===//
//
// For one allocation: which instructions zero its bytes before anything else
// can have changed them, which range those cover, whether all bytes are
// overwritten before a read, and, where the answer is no, the first obstacle.
//
// Only one fact bears on correctness: no foreign write may lie between the
// allocation and a zeroing that is to be deleted. (A zeroed block in place of
// an indeterminate one is always a refinement.) Coverage, reads and conditions
// decide whether it is worth it, and keep what programs rely on (row C2).
//
//===----------------------------------------------------------------------===//
#ifndef ZEROPASS_BYTESTATE_H
#define ZEROPASS_BYTESTATE_H

#include "AllocModel.h"
#include "Remarks.h"
#include "SizeExpr.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/Dominators.h"

namespace zeropass {

/// One instruction that writes bytes of the block: [Begin, Begin + Length).
/// In a counted loop the range is what all turns together span; where a turn
/// leaves gaps, Stride is the distance of two turns and Width what one writes.
struct Write {
  llvm::Instruction *I = nullptr;
  llvm::Value *Dest = nullptr;
  /// What is proven of one run: where it begins, or null, and how many bytes
  /// it writes, or null.
  const llvm::SCEV *RunBegin = nullptr;
  const llvm::SCEV *RunLength = nullptr;
  /// What is presumed of the whole (Surety::Presumed):
  const llvm::SCEV *Begin = nullptr;  ///< from the start of the block, or null
  const llvm::SCEV *Length = nullptr; ///< bytes, or null where unknown
  const llvm::Loop *Spread = nullptr; ///< the loop whose turns are added up
  uint64_t Stride = 0;
  uint64_t Width = 0;
  bool Zero = false; ///< writes zeroes only
  bool Plain = true; ///< neither volatile nor atomic
};

struct ByteState {
  /// Zeroings to be deleted once the block is zeroed at the allocation.
  llvm::SmallVector<llvm::Instruction *, 4> Zeroings;
  /// Writes that the full zeroing overwrites; they go with it.
  llvm::SmallVector<llvm::Instruction *, 2> DeadWrites;
  /// The zeroing that covers every byte, where there is one.
  llvm::Instruction *Full = nullptr;
  /// Full writes to every page of the block before anybody can use the block,
  /// on every way.
  bool EveryPage = false;
  /// Every byte is overwritten before it is read or can be seen.
  bool Overwritten = false;
  /// How many of them by zeroes in the end, which a zeroed block can spare.
  uint64_t OverwrittenByZero = 0;
  /// Why there is no Full, and the instruction that stands in the way.
  Reason Why = Reason::NotZeroed;
  llvm::Instruction *Where = nullptr;
};

/// The analyses of one function that the facts are made of.
struct FunctionFacts {
  llvm::AAResults &AA;
  llvm::MemorySSA &MSSA;
  llvm::ScalarEvolution &SE;
  llvm::DominatorTree &DT;
  llvm::LoopInfo &LI;
  const llvm::TargetLibraryInfo &TLI;
  llvm::function_ref<llvm::PostDominatorTree &()> PDT; ///< rarely needed
};

ByteState byteStateOf(const Allocation &A, FunctionFacts &Facts);

} // namespace zeropass

#endif // ZEROPASS_BYTESTATE_H
