//===- RuntimeLink.h - brings the runtime's bodies in -----------*- C++ -*-===//
//
// Rewritten code calls `__zp1_<name>` (embedded) or `__zp_<name>` (library).
// The embedded bodies are C, compiled at build time to bitcode that the plugin
// carries, one per architecture. They are cloned into the module as hidden
// linkonce_odr functions with a comdat, and our own calls to them are inlined.
// Cloning, not linking: the user's module flags are never touched.
//
//===----------------------------------------------------------------------===//
#ifndef ZEROPASS_RUNTIMELINK_H
#define ZEROPASS_RUNTIMELINK_H

#include "Options.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"
#include <optional>

namespace zeropass {

/// The rows of Runtime.def: every function that rewritten code may call.
enum class RuntimeFn {
#define ZEROPASS_RUNTIME(Id, Name, Type, Role) Id,
#include "Runtime.def"
};

/// Call attribute on everything this plugin has made or looked at, so that a
/// second run changes nothing. Values: "done", or the name of the reason why
/// the call was kept.
inline constexpr const char MarkAttr[] = "zeropass";

/// Why no body fits \p M (another architecture or pointer width, another
/// object format, no red zone, no SSE, large code model); nothing when one
/// does. In library mode only the pointer width and the object format matter.
std::optional<llvm::StringRef> whyNoBodies(const llvm::Module &M,
                                           const Options &Opts);

/// Declares the runtime function under the name that \p Opts asks for, with
/// the attributes that let LLVM see an allocation (noalias, allocsize,
/// allockind, alloc-family).
llvm::FunctionCallee declareRuntime(llvm::Module &M, RuntimeFn Fn,
                                    const Options &Opts);

/// Gives every declared, still bodiless `__zp1_*` its body, inlines the calls
/// to it (not where the caller asks for small code) and drops what is unused.
/// \p Touched collects the functions that changed. Idempotent. Returns true
/// when the module changed.
bool bringBodies(llvm::Module &M,
                 llvm::SmallPtrSetImpl<llvm::Function *> &Touched);

} // namespace zeropass

#endif // ZEROPASS_RUNTIMELINK_H
