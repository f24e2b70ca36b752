//===- Driver.h - facts -> choice -> deed -> remark over a module -*- C++ -*-=//
//
// The module passes that Plugin.cpp registers. Each walks a module once and
// hands every allocation through AllocModel and ByteState (facts), Policy
// (choice), Rewrite (deed) and Remarks.
//
//===----------------------------------------------------------------------===//
#ifndef ZEROPASS_DRIVER_H
#define ZEROPASS_DRIVER_H

#include "Options.h"
#include "llvm/IR/PassManager.h"
#include <memory>

namespace zeropass {

/// What the passes of one pipeline share: the options and the running numbers
/// that the remarks carry.
struct Session {
  Options Opts;
  unsigned Looked = 0;   ///< allocations looked at so far
  unsigned Rewrites = 0; ///< rewrites done so far
  bool WarnedOfHeap = false;
  explicit Session(Options O) : Opts(std::move(O)) {}
};

/// Which point of the pipeline a DrivePass stands at.
enum class Point {
  Early,     ///< OptimizerEarly: look, rewrite, say Passed or Missed
  Last,      ///< OptimizerLast: look at what is new, then bring in the bodies
  LinkEarly, ///< FullLinkTimeOptimizationEarly: rewrite, leave Missed to
             ///< LinkLast
  LinkLast,  ///< FullLinkTimeOptimizationLast: look again, bring in the bodies
  Whole,     ///< `-passes=zeropass` of opt: look, rewrite, bring in the bodies
};

/// Marks the callocs that the source wrote, before LLVM makes others of its
/// own (call attribute "zeropass-source"; contract).
class StampPass : public llvm::PassInfoMixin<StampPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
};

class DrivePass : public llvm::PassInfoMixin<DrivePass> {
  Point Where;
  std::shared_ptr<Session> S;
  bool ForLink;

public:
  /// \p ForLink: the pipeline is one of an LTO link, or comes before one.
  DrivePass(Point Where, std::shared_ptr<Session> S, bool ForLink = false)
      : Where(Where), S(std::move(S)), ForLink(ForLink) {}
  llvm::PreservedAnalyses run(llvm::Module &M,
                              llvm::ModuleAnalysisManager &MAM);
};

} // namespace zeropass

#endif // ZEROPASS_DRIVER_H
