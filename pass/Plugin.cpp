//===- Plugin.cpp - registration and extension points -----------*- C++ -*-===//
//
// Where in the pipelines of clang, flang, opt and lld the passes stand;
// nothing else. docs/internals.md says why there.
//
//===----------------------------------------------------------------------===//
#include "Compat.h"
#include "Driver.h"
#include "Options.h"

#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/raw_ostream.h"
#include <mutex>

using namespace llvm;
using namespace zeropass;

// OptimizationLevel::O0 is data of the host; this is not.
static bool optimizes(OptimizationLevel Level) {
  return Level.getSpeedupLevel() != 0 || Level.getSizeLevel() != 0;
}

// What newer versions add to the arguments of a callback.
[[maybe_unused]] static bool isForLink() { return false; }
[[maybe_unused]] static bool isForLink(ThinOrFullLTOPhase Phase) {
  return Phase != ThinOrFullLTOPhase::None;
}

// A PassBuilder asks for a name once to see whether it is a module pass and
// once more to add it; one line is enough.
static void complainOnce(std::string Message) {
  static std::mutex Lock;
  static std::string Last;
  std::lock_guard<std::mutex> Guard(Lock);
  if (Message == Last)
    return;
  Last = std::move(Message);
  errs() << Last << '\n';
}

static bool parseName(StringRef Name, ModulePassManager &MPM) {
  if (Name == "zeropass-stamp") {
    MPM.addPass(StampPass());
    return true;
  }
  if (!Name.consume_front("zeropass"))
    return false;
  if (!Name.empty() && !(Name.consume_front("<") && Name.consume_back(">")))
    return false;
  Expected<Options> Opts = parseOptions(Name);
  if (!Opts) {
    complainOnce(toString(Opts.takeError()));
    return false;
  }
  MPM.addPass(DrivePass(Point::Whole, std::make_shared<Session>(*Opts)));
  return true;
}

static void registerPasses(PassBuilder &PB) {
  PB.registerPipelineParsingCallback(
      [](StringRef Name, ModulePassManager &MPM,
         ArrayRef<PassBuilder::PipelineElement>) {
        return parseName(Name, MPM);
      });

  // One session for one pipeline: its passes number their rewrites in a row.
  auto S = std::make_shared<Session>(ambientOptions());

  // The callbacks of some points have gained a third argument over the years.
  PB.registerPipelineStartEPCallback(
      [](ModulePassManager &MPM, OptimizationLevel Level, auto &&...) {
        if (optimizes(Level))
          MPM.addPass(StampPass());
      });
  auto At = [S](Point Where) {
    return [S, Where](ModulePassManager &MPM, OptimizationLevel Level,
                      auto... Phase) {
      if (optimizes(Level))
        MPM.addPass(DrivePass(Where, S, isForLink(Phase...)));
    };
  };
  PB.registerOptimizerEarlyEPCallback(At(Point::Early));
  PB.registerOptimizerLastEPCallback(At(Point::Last));
  PB.registerFullLinkTimeOptimizationEarlyEPCallback(At(Point::LinkEarly));
  PB.registerFullLinkTimeOptimizationLastEPCallback(At(Point::LinkLast));
}

extern "C" LLVM_ATTRIBUTE_WEAK __attribute__((visibility("default")))
PassPluginLibraryInfo
llvmGetPassPluginInfo() {
  PassPluginLibraryInfo Info{};
  Info.APIVersion = LLVM_PLUGIN_API_VERSION;
  Info.PluginName = "ZeroPass";
  Info.PluginVersion = ZEROPASS_VERSION;
  Info.RegisterPassBuilderCallbacks = registerPasses;
  return Info;
}
