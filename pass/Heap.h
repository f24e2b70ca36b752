//===- Heap.h - CHOICE: where heap= takes effect ----------------*- C++ -*-===//
//
// The program's main, if the module has it. A module of a shared object is
// refused: a library must not retune the heap of whoever loads it.
//
//===----------------------------------------------------------------------===//
#ifndef ZEROPASS_HEAP_H
#define ZEROPASS_HEAP_H

#include "Options.h"
#include "llvm/IR/Module.h"

namespace zeropass {

/// Both empty: nothing to do, and nothing to say.
struct HeapChoice {
  llvm::Function *Main = nullptr;
  llvm::StringRef WhyNot; ///< and how to put it right
};

HeapChoice chooseHeap(llvm::Module &M, const Options &Opts);

} // namespace zeropass

#endif // ZEROPASS_HEAP_H
