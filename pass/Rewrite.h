//===- Rewrite.h - DEED: the one place that changes IR ----------*- C++ -*-===//
//
// Carries out what Policy chose. Together with RuntimeLink, which brings in
// the bodies, this is the only file that changes IR.
//
// Zalloc, ZallocLarge (row A1 to A6):
//   %p = call ptr @malloc(i64 %n)          %p = call ptr @__zp1_zalloc(i64 %n)
//   ...                               =>   ...
//   call void @llvm.memset(%p, 0, %n)
//
// InlineStores (rows A7, B1), 24 bytes:
//   %p = call ptr @calloc(i64 1, i64 24)   %p = call ptr @malloc(i64 24)
//                                     =>   br (%p == null), %tail, %zero
//                                        zero:
//                                          store <16 x i8> 0, ptr %p
//                                          store i64 0, ptr (%p + 16)
//
// SizedCalloc (row B2):
//   %p = call ptr @calloc(i64 %n, i64 8)
//                                     =>   %p = call ptr @__zp1_calloc(%n, 8)
//
// Plain (row A8): calloc => malloc
//
// What is asked beyond the size makes __zp1_<name>_how(..., i32 how) of each.
//
// heap=64M+16M:
//   define i32 @main() {              =>   define i32 @main() {
//                                            call void @__zp1_heap(67108864,
//                                                                  16777216)
//
//===----------------------------------------------------------------------===//
#ifndef ZEROPASS_REWRITE_H
#define ZEROPASS_REWRITE_H

#include "Policy.h"

namespace zeropass {

/// Puts \p D into effect and returns how many zeroings went. \p Site is the
/// text under which a counting build counts the rewritten allocation; empty
/// when nothing is to be counted.
unsigned rewrite(const Allocation &A, const ByteState &State, const Decision &D,
                 const llvm::TargetLibraryInfo &TLI, const Options &Opts,
                 llvm::StringRef Site);

/// Has \p Main size the heap before it does anything else, and says where that
/// stands. Whether it does so already: true in a second run (LTO).
llvm::DebugLoc sizeHeap(llvm::Function &Main, const Options &Opts);
bool sizesHeap(const llvm::Function &Main);

/// Marks a call as looked at: "done", or the name of the reason it was kept.
void mark(llvm::CallBase &Call, llvm::StringRef How);
enum class Mark { None, Kept, Done };
Mark markOf(const llvm::CallBase &Call);

/// Marks the callocs of the source and the module as stamped. Returns true
/// when the module changed.
bool stampSource(
    llvm::Module &M,
    llvm::function_ref<const llvm::TargetLibraryInfo &(llvm::Function &)>
        GetTLI);

} // namespace zeropass

#endif // ZEROPASS_REWRITE_H
