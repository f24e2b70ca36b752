//===- Remarks.h - every remark's name and wording --------------*- C++ -*-===//
//
// Every allocation that the pass looks at ends in exactly one remark, Passed
// or Missed. Nothing else in the plugin words one.
//
//===----------------------------------------------------------------------===//
#ifndef ZEROPASS_REMARKS_H
#define ZEROPASS_REMARKS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/DebugLoc.h"
#include <string>

namespace llvm {
class BasicBlock;
class Function;
class Instruction;
class Module;
class OptimizationRemarkEmitter;
} // namespace llvm

namespace zeropass {

/// What was done.
enum class Done {
#define ZEROPASS_DONE(Name, Wording, Saves) Name,
#include "Remarks.def"
};

/// Why an allocation was kept.
enum class Reason {
#define ZEROPASS_KEPT(Name, Wording) Name,
#include "Remarks.def"
};

llvm::StringRef nameOf(Done D);
llvm::StringRef nameOf(Reason R);

/// Whether anybody reads remarks of this pass: their texts cost time.
bool remarksWanted(const llvm::OptimizationRemarkEmitter &ORE);

/// What a remark tells of an allocation, taken down before the rewrite changes
/// it. Locations are debug locations and may be empty.
struct Account {
  const llvm::Function *F = nullptr;
  const llvm::BasicBlock *Block = nullptr;
  llvm::DebugLoc Loc;
  unsigned Number = 0; ///< of the allocation in the module, from 1
  std::string Callee;
  std::string Size; ///< as an expression; empty where unknown
  bool MadeByLLVM = false;
  llvm::StringRef Detail; ///< what a kept reason has to add; may be empty
};

void remarkDone(llvm::OptimizationRemarkEmitter &ORE, const Account &What,
                Done D, unsigned Rewrite, llvm::StringRef Variant,
                llvm::StringRef Pages, unsigned Deleted,
                llvm::DebugLoc ZeroingLoc);
void remarkKept(llvm::OptimizationRemarkEmitter &ORE, const Account &What,
                Reason R, llvm::DebugLoc Where);
/// -Rpass-analysis: one fact that the choice was made from, a zeroing that
/// covers \p Range of the block.
void remarkFact(llvm::OptimizationRemarkEmitter &ORE, const Account &What,
                llvm::StringRef Fact, llvm::DebugLoc Where);

/// heap= took effect in \p Main, at \p Loc.
void remarkHeap(llvm::OptimizationRemarkEmitter &ORE,
                const llvm::Function &Main, llvm::DebugLoc Loc,
                uint64_t Initial, uint64_t Increment);
/// heap= cannot take effect: a warning, whoever reads remarks.
void warnHeap(llvm::Module &M, llvm::StringRef WhyNot);

/// "file:line:col", or an empty string.
std::string locationText(const llvm::DebugLoc &Loc);

} // namespace zeropass

#endif // ZEROPASS_REMARKS_H
