//===- AllocModel.h - FACTS: which call allocates ---------------*- C++ -*-===//
//
// Says of a call whether it allocates a block, how large the block is, which
// family it belongs to, whether its bytes are zero already, and where the call
// came from. A new allocator is a row of the table in AllocModel.cpp (or, for
// functions that carry LLVM's allockind attributes, no change at all).
//
//===----------------------------------------------------------------------===//
#ifndef ZEROPASS_ALLOCMODEL_H
#define ZEROPASS_ALLOCMODEL_H

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/InstrTypes.h"
#include <optional>

namespace llvm {
class ScalarEvolution;
class SCEV;
} // namespace llvm

namespace zeropass {

/// Call attribute that StampPass puts on the callocs of the source (contract),
/// and the named metadata that says a module has been stamped.
inline constexpr const char SourceAttr[] = "zeropass-source";
inline constexpr const char StampedMD[] = "zeropass.stamped";

enum class AllocFamily {
  Malloc,  ///< malloc, calloc: served
  New,     ///< operator new and new[]
  Aligned, ///< aligned_alloc, memalign, valloc, posix_memalign
  Realloc, ///< realloc, reallocf
  Other,   ///< known by allockind attributes only
};

/// One allocation call.
struct Allocation {
  llvm::CallBase *Call = nullptr;
  llvm::StringRef Callee;
  AllocFamily Family = AllocFamily::Other;
  llvm::Value *Size = nullptr;  ///< bytes, or bytes an element if Count
  llvm::Value *Count = nullptr; ///< number of elements, null for one block
  bool Zeroed = false;          ///< every byte is zero on return
  bool MadeByLLVM = false;      ///< a calloc that the source did not write
  bool Builtin = true;          ///< false: only named like an allocator

  /// The size in bytes when it is a constant and does not overflow.
  std::optional<uint64_t> constantSize() const;
  /// The size in bytes as an expression; null where no operand tells.
  const llvm::SCEV *sizeExpr(llvm::ScalarEvolution &SE) const;
  /// True when the factors are constant and their product overflows.
  bool overflows() const;
};

/// What \p CB allocates, if it allocates a new block. Calls that merely carry
/// the name of a malloc family member (nobuiltin, -fno-builtin-malloc) come
/// back with Builtin = false, so that they can be remarked on.
std::optional<Allocation>
describeAllocation(llvm::CallBase &CB, const llvm::TargetLibraryInfo &TLI);

/// True for a null pointer test's operand that stands for a failed allocation:
/// the result of any call that returns a fresh block.
bool returnsFreshBlock(const llvm::Value *V,
                       const llvm::TargetLibraryInfo &TLI);

/// The family member that \p M defines itself ("malloc", "free", ...), or
/// empty: such a module is an allocator, or replaces one.
llvm::StringRef definedFamilyMember(const llvm::Module &M);

/// The functions of \p M that are family members by name or attribute, and what
/// they call: a runtime call in there might come back to it.
llvm::SmallPtrSet<const llvm::Function *, 4>
allocatorParts(const llvm::Module &M);

} // namespace zeropass

#endif // ZEROPASS_ALLOCMODEL_H
