//===- Compat.h - what differs between LLVM 16 and 22 -----------*- C++ -*-===//
//
// The only file that says LLVM_VERSION_MAJOR; a test enforces it. What a
// template or __has_include can settle needs no version and stays out.
//
//===----------------------------------------------------------------------===//
#ifndef ZEROPASS_COMPAT_H
#define ZEROPASS_COMPAT_H

#include "llvm/Config/llvm-config.h"

#if LLVM_VERSION_MAJOR < 16 || LLVM_VERSION_MAJOR > 22
#error "ZeroPass builds for LLVM 16 to 22"
#endif

// The plugin interface moved in LLVM 22.
#if __has_include("llvm/Plugins/PassPlugin.h")
#include "llvm/Plugins/PassPlugin.h"
#else
#include "llvm/Passes/PassPlugin.h"
#endif

// Triple moved in LLVM 17.
#if __has_include("llvm/TargetParser/Triple.h")
#include "llvm/TargetParser/Triple.h"
#else
#include "llvm/ADT/Triple.h"
#endif

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/IR/Attributes.h"
#include "llvm/MC/TargetRegistry.h"
#include <string>

namespace zeropass {

/// Alias analysis' knowledge of where in a function a pointer first escapes.
/// Its class changed name and constructor twice.
struct EscapeInfo {
#if LLVM_VERSION_MAJOR < 17
  llvm::SmallPtrSet<const llvm::Value *, 1> Ephemeral;
  llvm::EarliestEscapeInfo Info;
  EscapeInfo(llvm::DominatorTree &DT, llvm::LoopInfo &LI)
      : Info(DT, LI, Ephemeral) {}
#elif LLVM_VERSION_MAJOR < 21
  llvm::EarliestEscapeInfo Info;
  EscapeInfo(llvm::DominatorTree &DT, llvm::LoopInfo &LI) : Info(DT, &LI) {}
#else
  llvm::EarliestEscapeAnalysis Info;
  EscapeInfo(llvm::DominatorTree &DT, llvm::LoopInfo &LI) : Info(DT, &LI) {}
#endif
};

/// The host's code generator for \p T, or null.
inline const llvm::Target *hostTarget(const llvm::Triple &T) {
  std::string Error;
#if LLVM_VERSION_MAJOR < 22
  return llvm::TargetRegistry::lookupTarget(T.str(), Error);
#else
  return llvm::TargetRegistry::lookupTarget(T, Error);
#endif
}

/// Function attributes under which nothing is rewritten.
inline constexpr llvm::Attribute::AttrKind SanitizerAttributes[] = {
    llvm::Attribute::SanitizeAddress,    llvm::Attribute::SanitizeMemory,
    llvm::Attribute::SanitizeHWAddress,  llvm::Attribute::SanitizeMemTag,
#if LLVM_VERSION_MAJOR >= 22
    llvm::Attribute::SanitizeAllocToken,
#endif
};

} // namespace zeropass

#endif // ZEROPASS_COMPAT_H
