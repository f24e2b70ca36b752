//===- RuntimeBodies.h - the bodies that travel in the plugin ---*- C++ -*-===//
//
// Reads the runtime's bitcode, one file for each architecture, and copies out
// of it what a module needs.
//
//===----------------------------------------------------------------------===//
#ifndef ZEROPASS_RUNTIMEBODIES_H
#define ZEROPASS_RUNTIMEBODIES_H

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/ValueMapper.h"
#include <memory>

namespace zeropass {

inline constexpr const char EmbeddedPrefix[] = "__zp1_";

inline bool isRuntimeName(llvm::StringRef Name) {
  return Name.starts_with(EmbeddedPrefix);
}

/// Copies functions and state out of the runtime's module, with whatever they
/// refer to. A copy, not a link: the linker would merge module flags.
class BodyCloner {
  llvm::Module &Dst;
  std::unique_ptr<llvm::Module> Src;
  llvm::ValueToValueMapTy Map;
  /// What this run added to Dst.
  llvm::SmallSetVector<llvm::GlobalValue *, 16> Made;
  llvm::SmallVector<std::pair<llvm::Function *, llvm::Function *>, 8> Bodies;
  llvm::SmallVector<std::pair<llvm::GlobalVariable *, llvm::GlobalVariable *>,
                    8>
      States;
  llvm::AttributeSet ModuleAttrs; ///< what Dst asks of all its functions

public:
  /// Reads the bodies that suit the architecture of \p Dst.
  explicit BodyCloner(llvm::Module &Dst);

  /// Gives the declaration \p F its body.
  void define(llvm::Function &F);
  /// Drops those of the new globals that nothing refers to.
  void dropUnused();

private:
  void need(llvm::Constant *C);
  llvm::GlobalValue *counterpart(llvm::GlobalValue &G);
  llvm::GlobalValue *declaration(llvm::GlobalValue &G);
  void adopt(llvm::GlobalObject &New, const llvm::GlobalObject &Old);
  void cloneBody(llvm::Function &New, llvm::Function &Old);
};

/// Whether \p There, brought in by an earlier compilation, has become the
/// module's own in a link. The optimiser has adapted it to the calls that it
/// saw (constant arguments, another calling convention), so it is not for new
/// calls: it makes way for a fresh copy.
bool setAside(llvm::GlobalValue *There);

/// Erases \p G and its comdat if nothing refers to it. Returns true if so.
bool eraseIfUnused(llvm::GlobalValue &G);

} // namespace zeropass

#endif // ZEROPASS_RUNTIMEBODIES_H
