//===- Remarks.cpp - every remark's name and wording ----------------------===//

#include "Remarks.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using ore::NV;

namespace zeropass {

static constexpr char PassName[] = "zeropass";

namespace {
struct Entry {
  StringLiteral Name;
  StringLiteral Wording;
  StringLiteral Saves = "";
};
constexpr Entry DoneEntries[] = {
#define ZEROPASS_DONE(Name, Wording, Saves) {#Name, Wording, Saves},
#include "Remarks.def"
};
enum class OfProgram {
#define ZEROPASS_PROGRAM(Name, Wording, Saves) Name,
#include "Remarks.def"
};
constexpr Entry ProgramEntries[] = {
#define ZEROPASS_PROGRAM(Name, Wording, Saves) {#Name, Wording, Saves},
#include "Remarks.def"
};
constexpr Entry KeptEntries[] = {
#define ZEROPASS_KEPT(Name, Wording) {#Name, Wording},
#include "Remarks.def"
};

/// A plain warning; LLVM has had a class for that since 20 only.
class Warning : public DiagnosticInfo {
  std::string Message;

public:
  explicit Warning(const Twine &Message)
      : DiagnosticInfo(getNextAvailablePluginDiagnosticKind(), DS_Warning),
        Message(Message.str()) {}
  void print(DiagnosticPrinter &Out) const override { Out << Message; }
};
} // namespace

StringRef nameOf(Done D) { return DoneEntries[unsigned(D)].Name; }
bool remarksWanted(const OptimizationRemarkEmitter &ORE) {
  return ORE.allowExtraAnalysis(PassName);
}
StringRef nameOf(Reason R) { return KeptEntries[unsigned(R)].Name; }

std::string locationText(const DebugLoc &Loc) {
  if (!Loc)
    return {};
  return (Loc->getFilename() + ":" + Twine(Loc.getLine()) + ":" +
          Twine(Loc.getCol()))
      .str();
}

/// "#3: calloc(8 * %n), made by LLVM of malloc and memset"
template <typename RemarkT>
static void addAccount(RemarkT &R, const Account &What) {
  R << "#" << NV("Allocation", What.Number) << " " << NV("Callee", What.Callee);
  if (!What.Size.empty())
    R << " of " << NV("Size", What.Size) << " bytes";
  if (What.MadeByLLVM)
    R << " (" << NV("Origin", "made by LLVM of malloc and memset") << ")";
  R << ": ";
}

template <typename RemarkT>
static void addPlace(RemarkT &R, StringRef Before, const DebugLoc &Loc) {
  if (Loc)
    R << Before << NV("Where", locationText(Loc));
}

void remarkDone(OptimizationRemarkEmitter &ORE, const Account &What, Done D,
                unsigned Rewrite, StringRef Variant, StringRef Pages,
                unsigned Deleted, DebugLoc ZeroingLoc) {
  ORE.emit([&] {
    OptimizationRemark R(PassName, nameOf(D), What.Loc, What.Block);
    addAccount(R, What);
    R << DoneEntries[unsigned(D)].Wording << " (" << NV("Variant", Variant)
      << "), rewrite " << NV("Rewrite", Rewrite);
    if (Deleted)
      R << ", " << NV("Deleted", Deleted)
        << (Deleted == 1 ? " zeroing deleted" : " zeroings deleted");
    addPlace(R, ", zeroed at ", ZeroingLoc);
    if (!Pages.empty())
      R << ", pages " << NV("Pages", Pages);
    R << ", saves " << NV("Saves", StringRef(DoneEntries[unsigned(D)].Saves));
    return R;
  });
}

void remarkKept(OptimizationRemarkEmitter &ORE, const Account &What, Reason R,
                DebugLoc Where) {
  ORE.emit([&] {
    OptimizationRemarkMissed Remark(PassName, nameOf(R), What.Loc, What.Block);
    addAccount(Remark, What);
    Remark << "kept: "
           << NV("Reason", StringRef(KeptEntries[unsigned(R)].Wording));
    if (!What.Detail.empty())
      Remark << ": " << NV("Detail", What.Detail);
    addPlace(Remark, ", see ", Where);
    return Remark;
  });
}

void remarkHeap(OptimizationRemarkEmitter &ORE, const Function &Main,
                DebugLoc Loc, uint64_t Initial, uint64_t Increment) {
  ORE.emit([&] {
    const Entry &E = ProgramEntries[unsigned(OfProgram::HeapSized)];
    OptimizationRemark R(PassName, E.Name, Loc, &Main.getEntryBlock());
    R << E.Wording << ": " << NV("Initial", Initial) << " bytes, then steps of "
      << NV("Increment", Increment) << ", saves " << NV("Saves", E.Saves);
    return R;
  });
}

void warnHeap(Module &M, StringRef WhyNot) {
  M.getContext().diagnose(Warning("zeropass: heap= has no effect on " +
                                  M.getSourceFileName() + ": " + WhyNot));
}

void remarkFact(OptimizationRemarkEmitter &ORE, const Account &What,
                StringRef Fact, DebugLoc Where) {
  ORE.emit([&] {
    OptimizationRemarkAnalysis R(PassName, "ByteState", What.Loc, What.Block);
    addAccount(R, What);
    R << NV("Fact", Fact);
    addPlace(R, " at ", Where);
    return R;
  });
}

} // namespace zeropass
