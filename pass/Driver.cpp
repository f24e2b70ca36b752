//===- Driver.cpp - facts -> choice -> deed -> remark over a module -------===//

#include "Driver.h"
#include "AllocModel.h"
#include "ByteState.h"
#include "Compat.h"
#include "Heap.h"
#include "Policy.h"
#include "Remarks.h"
#include "Rewrite.h"
#include "RuntimeLink.h"
#include "llvm/Analysis/GlobalsModRef.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/ProfileSummaryInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace zeropass {

namespace {

constexpr char KeepAnnotation[] = "zeropass:keep";

/// Functions with __attribute__((annotate("zeropass:keep"))), which clang
/// lists in @llvm.global.annotations.
SmallPtrSet<const Function *, 4> annotatedKeep(const Module &M) {
  SmallPtrSet<const Function *, 4> Result;
  auto *List = M.getNamedGlobal("llvm.global.annotations");
  auto *Entries = List && List->hasInitializer()
                      ? dyn_cast<ConstantArray>(List->getInitializer())
                      : nullptr;
  if (!Entries)
    return Result;
  for (const Use &Entry : Entries->operands()) {
    auto *Fields = cast<ConstantStruct>(Entry);
    auto *F = dyn_cast<Function>(Fields->getOperand(0)->stripPointerCasts());
    auto *Text =
        dyn_cast<GlobalVariable>(Fields->getOperand(1)->stripPointerCasts());
    if (!F || !Text || !Text->hasInitializer())
      continue;
    auto *Data = dyn_cast<ConstantDataSequential>(Text->getInitializer());
    if (Data && Data->isCString() && Data->getAsCString() == KeepAnnotation)
      Result.insert(F);
  }
  return Result;
}

/// Reasons that hold for a whole function, whatever it allocates.
std::optional<Reason> whyNotFunction(const Function &F) {
  for (Attribute::AttrKind Kind : SanitizerAttributes)
    if (F.hasFnAttribute(Kind))
      return Reason::Sanitized;
  if (F.isPresplitCoroutine())
    return Reason::CoroutineOrMustTail;
  return std::nullopt;
}

/// Reasons that lie in the call itself.
std::optional<Reason> whyNotCall(const Allocation &A) {
  if (!A.Builtin || A.Call->getCallingConv() != CallingConv::C)
    return Reason::NoBuiltin;
  if (A.Family != AllocFamily::Malloc || !A.Size)
    return Reason::FamilyNotServed;
  if (A.Call->getType()->getPointerAddressSpace() != 0)
    return Reason::AddressSpace;
  if (A.Call->hasOperandBundles())
    return Reason::OperandBundle;
  if (A.Call->isMustTailCall() || isa<CallBrInst>(A.Call))
    return Reason::CoroutineOrMustTail;
  return std::nullopt;
}

/// The size as a remark shows it.
std::string sizeText(const Allocation &A, ScalarEvolution &SE) {
  if (std::optional<uint64_t> Bytes = A.constantSize())
    return std::to_string(*Bytes);
  std::string Text;
  raw_string_ostream OS(Text);
  const SCEV *Size = A.sizeExpr(SE);
  // What occurs in several places is printed several times: an expression of
  // thirty steps may come to gigabytes.
  if (Size && Size->getExpressionSize() > 100)
    OS << "(a long expression)";
  else if (Size)
    OS << *Size;
  OS.flush();
  // What is known of overflow is nothing to a reader.
  for (StringRef Flag : {"<nuw>", "<nsw>", "<nw>"})
    for (size_t At; (At = Text.find(Flag.data())) != std::string::npos;)
      Text.erase(At, Flag.size());
  return Text;
}

class ModuleDriver {
  Module &M;
  FunctionAnalysisManager &FAM;
  Session &S;
  Point Where;
  bool Settled; ///< see decide()

  /// What holds for the whole module; asked for at the first allocation, which
  /// most modules that a build looks at do not have.
  struct ModuleFacts {
    SmallPtrSet<const Function *, 4> AnnotatedKeep;
    SmallPtrSet<const Function *, 4> AllocatorParts;
    std::optional<Reason> WhyNot;
    StringRef Detail;
  };
  std::optional<ModuleFacts> OfModule;

  /// One allocation on its way through the layers.
  struct Work {
    Allocation A;
    Account What;
    ByteState State;
    Decision D;
    DebugLoc Place; ///< of the zeroing, or of the obstacle
  };

  bool saysMissed() const { return Where != Point::LinkEarly; }
  /// What an earlier pipeline kept (before an LTO link) is looked at again;
  /// what this pipeline kept at Early is not.
  bool looksAt(const CallBase &Call) const {
    Mark M = markOf(Call);
    return M == Mark::None || (M == Mark::Kept && Where != Point::Last);
  }
  const ModuleFacts &ofModule();
  bool excluded(const Function &F);
  void decideAll(Function &F, SmallVectorImpl<Work> &Items);

public:
  /// No pipeline of LLVM 16 to 22 has DSE behind OptimizerEarly, but for those
  /// that an LTO link follows; of the others nothing is known.
  ModuleDriver(Module &M, FunctionAnalysisManager &FAM, Session &S, Point Where,
               bool ForLink)
      : M(M), FAM(FAM), S(S), Where(Where),
        Settled((Where == Point::Early || Where == Point::Last) && !ForLink &&
                !isForLink(M)) {}

  /// Returns true when \p F changed.
  bool run(Function &F);
  /// heap=: returns the function that changed, or null.
  Function *sizeHeapOnce();
};

const ModuleDriver::ModuleFacts &ModuleDriver::ofModule() {
  if (!OfModule) {
    OfModule.emplace(
        ModuleFacts{annotatedKeep(M), allocatorParts(M), std::nullopt, {}});
    if (!definedFamilyMember(M).empty()) {
      OfModule->WhyNot = Reason::AllocatorModule;
    } else if (std::optional<StringRef> Why = whyNoBodies(M, S.Opts)) {
      OfModule->WhyNot = Reason::TargetNotSupported;
      OfModule->Detail = *Why;
    }
  }
  return *OfModule;
}

bool ModuleDriver::excluded(const Function &F) {
  if (ofModule().AnnotatedKeep.contains(&F))
    return true;
  StringRef File = F.getSubprogram() ? F.getSubprogram()->getFilename()
                                     : StringRef(M.getSourceFileName());
  auto Matches = [&](const PatternList &Patterns) {
    return matchesAny(Patterns, F.getName()) || matchesAny(Patterns, File);
  };
  return (!S.Opts.Only.empty() && !Matches(S.Opts.Only)) ||
         Matches(S.Opts.Skip);
}

/// Facts and choice for everything in the function, before anything changes:
/// the analyses describe the function as it is.
void ModuleDriver::decideAll(Function &F, SmallVectorImpl<Work> &Items) {
  std::optional<Reason> Common = ofModule().WhyNot;
  if (!Common)
    Common = whyNotFunction(F);
  if (!Common && ofModule().AllocatorParts.contains(&F))
    Common = Reason::AllocatorModule;
  if (!Common && excluded(F))
    Common = Reason::Excluded;

  auto &TLI = FAM.getResult<TargetLibraryAnalysis>(F);
  auto PDT = [&]() -> PostDominatorTree & {
    return FAM.getResult<PostDominatorTreeAnalysis>(F);
  };
  bool Said =
      remarksWanted(FAM.getResult<OptimizationRemarkEmitterAnalysis>(F));
  std::optional<FunctionFacts> Facts;
  for (Work &W : Items) {
    std::optional<Reason> Why = Common ? Common : whyNotCall(W.A);
    if (!Why && !Facts)
      Facts.emplace(FunctionFacts{FAM.getResult<AAManager>(F),
                                  FAM.getResult<MemorySSAAnalysis>(F).getMSSA(),
                                  FAM.getResult<ScalarEvolutionAnalysis>(F),
                                  FAM.getResult<DominatorTreeAnalysis>(F),
                                  FAM.getResult<LoopAnalysis>(F), TLI, PDT});
    W.What = {&F,
              W.A.Call->getParent(),
              W.A.Call->getDebugLoc(),
              ++S.Looked,
              W.A.Callee.str(),
              Said ? sizeText(W.A, FAM.getResult<ScalarEvolutionAnalysis>(F))
                   : std::string(),
              W.A.MadeByLLVM,
              ofModule().Detail};
    if (Why) {
      W.D.Why = *Why;
      continue;
    }
    W.State = byteStateOf(W.A, *Facts);
    W.D = decide(W.A, W.State, TLI, S.Opts, Settled);
    // Taken down now: a deed may delete what another item points to.
    if (Instruction *I = W.State.Full ? W.State.Full : W.State.Where)
      W.Place = I->getDebugLoc();
  }
}

bool ModuleDriver::run(Function &F) {
  if (F.isDeclaration() || F.hasAvailableExternallyLinkage() || F.hasOptNone())
    return false;
  SmallVector<Work, 8> Items;
  auto &TLI = FAM.getResult<TargetLibraryAnalysis>(F);
  for (Instruction &I : instructions(F))
    if (auto *CB = dyn_cast<CallBase>(&I); CB && looksAt(*CB))
      if (std::optional<Allocation> A = describeAllocation(*CB, TLI))
        Items.push_back({*A, {}, {}, {}, {}});
  if (Items.empty())
    return false;

  decideAll(F, Items);

  auto &ORE = FAM.getResult<OptimizationRemarkEmitterAnalysis>(F);
  bool Changed = false;
  for (Work &W : Items) {
    if (W.D.doesSomething() && S.Rewrites >= S.Opts.Limit)
      W.D = {Variant::Keep, 0, Done::RedundantZeroing, Reason::Excluded, false};
    if (!W.D.doesSomething()) {
      if (saysMissed()) {
        remarkKept(ORE, W.What, W.D.Why, W.Place);
        mark(*W.A.Call, nameOf(W.D.Why));
      }
      continue;
    }
    for (Instruction *Zeroing : W.State.Zeroings)
      remarkFact(ORE, W.What, "zeroed", Zeroing->getDebugLoc());
    ++S.Rewrites;
    std::string Site;
    if (S.Opts.Count) {
      Site = locationText(W.What.Loc);
      Site = (Site.empty() ? M.getSourceFileName() : Site) + " " +
             F.getName().str() + " " + nameOf(W.D.Form).str();
    }
    unsigned Deleted = rewrite(W.A, W.State, W.D, TLI, S.Opts, Site);
    remarkDone(ORE, W.What, W.D.What, S.Rewrites, nameOf(W.D.Form),
               pagesOf(W.D.How), Deleted, W.Place);
    Changed = true;
  }
  return Changed;
}

Function *ModuleDriver::sizeHeapOnce() {
  // A pipeline that ends with Last has begun with Early.
  if (Where == Point::Last || Where == Point::LinkLast)
    return nullptr;
  HeapChoice Choice = chooseHeap(M, S.Opts);
  if (!Choice.WhyNot.empty() && !S.WarnedOfHeap) {
    warnHeap(M, Choice.WhyNot);
    S.WarnedOfHeap = true; // -ffat-lto-objects has every point twice
  }
  if (Choice.Main) {
    DebugLoc Loc = sizeHeap(*Choice.Main, S.Opts);
    remarkHeap(FAM.getResult<OptimizationRemarkEmitterAnalysis>(*Choice.Main),
               *Choice.Main, Loc, S.Opts.Heap.Initial, S.Opts.Heap.Increment);
  }
  return Choice.Main;
}

FunctionAnalysisManager &functionAnalyses(Module &M,
                                          ModuleAnalysisManager &MAM) {
  return MAM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
}

} // namespace

PreservedAnalyses StampPass::run(Module &M, ModuleAnalysisManager &MAM) {
  FunctionAnalysisManager &FAM = functionAnalyses(M, MAM);
  stampSource(M, [&](Function &F) -> const TargetLibraryInfo & {
    return FAM.getResult<TargetLibraryAnalysis>(F);
  });
  // Call attributes of our own: no analysis knows them.
  return PreservedAnalyses::all();
}

PreservedAnalyses DrivePass::run(Module &M, ModuleAnalysisManager &MAM) {
  FunctionAnalysisManager &FAM = functionAnalyses(M, MAM);
  SmallPtrSet<Function *, 8> Touched;
  ModuleDriver Driver(M, FAM, *S, Where, ForLink);
  if (Function *Main = Driver.sizeHeapOnce())
    Touched.insert(Main);
  for (Function &F : M)
    if (Driver.run(F))
      Touched.insert(&F);
  bool Final = Where != Point::Early && Where != Point::LinkEarly;
  bool Bodies = Final && bringBodies(M, Touched);
  if (Touched.empty() && !Bodies)
    return PreservedAnalyses::all();

  for (Function *F : Touched)
    FAM.invalidate(*F, PreservedAnalyses::none());
  // Only the touched functions changed, and nothing in the way they work on
  // the program's globals.
  PreservedAnalyses PA;
  PA.preserveSet<AllAnalysesOn<Function>>();
  PA.preserve<FunctionAnalysisManagerModuleProxy>();
  PA.preserve<GlobalsAA>();
  PA.preserve<ProfileSummaryAnalysis>();
  return PA;
}

} // namespace zeropass
