//===- Heap.cpp - CHOICE: where heap= takes effect ------------------------===//

#include "Heap.h"
#include "AllocModel.h"
#include "Compat.h"
#include "Rewrite.h"
#include "RuntimeLink.h"

using namespace llvm;

namespace zeropass {

/// Where the program begins: C's and C++'s main, and flang's main program in
/// versions whose main is in Fortran's library.
static constexpr StringLiteral MainNames[] = {"main", "_QQmain"};

static Function *mainOf(const Module &M) {
  for (StringRef Name : MainNames)
    if (Function *F = M.getFunction(Name); F && !F->isDeclarationForLinker())
      return F;
  return nullptr;
}

HeapChoice chooseHeap(Module &M, const Options &Opts) {
  if (!Opts.Heap)
    return {};
  Function *Main = mainOf(M);
  // A main that is compiled with -fPIC is a program's all the same: nobody
  // calls the one of a library.
  if (!Main && M.getPICLevel() != PICLevel::NotPIC &&
      M.getPIELevel() == PIELevel::Default)
    return {nullptr,
            "it is compiled for a shared object, which must not retune the "
            "heap of its host; give heap= to the program that has main, and "
            "compile the modules of an executable with -fPIE"};
  if (!Main || sizesHeap(*Main))
    return {};
  if (Main->hasOptNone())
    return {nullptr, "main is not to be optimised; take optnone off it, or "
                     "link libzprt and call zp_heap_configure"};
  for (Attribute::AttrKind Kind : SanitizerAttributes)
    if (Main->hasFnAttribute(Kind))
      return {nullptr, "a sanitizer serves malloc; leave heap= out of builds "
                       "with one"};
  if (!definedFamilyMember(M).empty())
    return {nullptr, "the module has a malloc of its own; leave heap= out"};
  if (std::optional<StringRef> Why = whyNoBodies(M, Opts))
    return {nullptr, *Why};
  return {Main, {}};
}

} // namespace zeropass
