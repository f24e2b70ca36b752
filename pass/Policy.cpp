//===- Policy.cpp - CHOICE: which variant serves --------------------------===//

#include "Policy.h"
#include "../runtime/src/how.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BuildLibCalls.h"

using namespace llvm;

namespace zeropass {

namespace {

/// What the block is before anything is done.
enum class Origin { PlainThenZeroed, Zeroed, ZeroedThenOverwritten };

enum class SizeClass {
  Small,   ///< constant, up to --zeropass-inline-limit
  Middle,  ///< constant above that
  Large,   ///< constant from LargeFrom on
  Unknown, ///< not a constant
};

/// A constant of this many bytes is large under every allocator whose calloc
/// knows fresh memory. Measured on glibc 2.36: above 2048 bytes calloc is never
/// dearer than malloc + memset (runtime/src/allocators.def).
constexpr uint64_t LargeFrom = 4096;

struct Row {
  Origin From;
  SizeClass Size;
  bool ForSize; ///< the row holds for -Os and -Oz too
  Variant Form;
  Done What;
  Reason Why; ///< where Form is Keep
  /// What takes the place of Keep where an option asks for something that only
  /// the runtime can do.
  Variant Asked = Variant::Keep;
};

/// The first row that fits decides. Figures: docs/internals.md, "Policy".
constexpr Row Rows[] = {
    {Origin::ZeroedThenOverwritten, SizeClass::Small, true, Variant::Plain,
     Done::PlainAllocation, Reason::None},
    {Origin::ZeroedThenOverwritten, SizeClass::Middle, true, Variant::Plain,
     Done::PlainAllocation, Reason::None},
    {Origin::ZeroedThenOverwritten, SizeClass::Large, true, Variant::Plain,
     Done::PlainAllocation, Reason::None},

    // malloc and inline stores side by side is what a small block wants.
    {Origin::PlainThenZeroed, SizeClass::Small, true, Variant::Keep,
     Done::ZeroedVariant, Reason::AlreadyBest},
    {Origin::PlainThenZeroed, SizeClass::Middle, true, Variant::Zalloc,
     Done::ZeroedVariant, Reason::None},
    {Origin::PlainThenZeroed, SizeClass::Large, true, Variant::ZallocLarge,
     Done::ZeroedVariant, Reason::None},
    {Origin::PlainThenZeroed, SizeClass::Unknown, true, Variant::Zalloc,
     Done::ZeroedVariant, Reason::None},

    {Origin::Zeroed, SizeClass::Small, false, Variant::InlineStores,
     Done::InlineZeroing, Reason::None},
    {Origin::Zeroed, SizeClass::Middle, true, Variant::Keep,
     Done::RedundantZeroing, Reason::AlreadyBest},
    {Origin::Zeroed, SizeClass::Large, true, Variant::Keep,
     Done::RedundantZeroing, Reason::AlreadyBest, Variant::SizedCalloc},
    {Origin::Zeroed, SizeClass::Unknown, false, Variant::SizedCalloc,
     Done::SizedCalloc, Reason::None, Variant::SizedCalloc},
};

/// How a variant is asked for what an option or the facts say.
struct HowRow {
  unsigned Bit;
  uint64_t From; ///< the smallest block in bytes that it makes a difference to
  bool KeepsCalloc; ///< a calloc that is kept does so by itself
  bool (*Holds)(const Options &Opts, bool Resident);
};

/// The smaller huge page of x86-64 and of AArch64 with 4 KB pages.
constexpr uint64_t HugePage = 2 << 20;
constexpr uint64_t SmallPage = 4096;

constexpr HowRow HowRows[] = {
    {ZP_HOW_RESIDENT, HugePage, true,
     [](const Options &Opts, bool Resident) {
       return Resident && Opts.Huge == HugePages::Auto;
     }},
    {ZP_HOW_HUGE, HugePage, false,
     [](const Options &Opts, bool) { return Opts.Huge == HugePages::Always; }},
    {ZP_HOW_NO_HUGE, HugePage, true,
     [](const Options &Opts, bool) { return Opts.Huge == HugePages::Never; }},
    {ZP_HOW_PREFAULT, SmallPage, false,
     [](const Options &Opts, bool) { return Opts.Prefault; }},
    {ZP_HOW_NO_RESIDENCY, SmallPage, true,
     [](const Options &Opts, bool) { return !Opts.Residency; }},
};

SizeClass sizeClassOf(const Allocation &A, const Options &Opts) {
  std::optional<uint64_t> Bytes = A.constantSize();
  if (!Bytes)
    return SizeClass::Unknown;
  if (*Bytes <= Opts.InlineLimit)
    return SizeClass::Small;
  return *Bytes < LargeFrom ? SizeClass::Middle : SizeClass::Large;
}

constexpr StringLiteral VariantNames[] = {
    "kept", "malloc", "malloc+stores", "zalloc", "zalloc_large", "calloc"};

/// True when a call of \p Func reaches the C library: a module may have a
/// secret function of that name of its own.
bool canCall(const Module &M, const TargetLibraryInfo &TLI, LibFunc Func) {
  const Function *Own = M.getFunction(TLI.getName(Func));
  return isLibFuncEmittable(&M, &TLI, Func) && !(Own && !Own->isDeclaration());
}

Decision keep(Reason Why) {
  Decision D;
  D.Why = Why;
  return D;
}

} // namespace

StringRef nameOf(Variant V) { return VariantNames[unsigned(V)]; }

bool isForLink(const Module &M) {
  return M.getModuleFlag("ThinLTO") || M.getModuleFlag("EnableSplitLTOUnit") ||
         M.getModuleFlag("LTOPostLink");
}

StringRef pagesOf(unsigned How) {
  if (How & ZP_HOW_PREFAULT)
    return How & ZP_HOW_HUGE       ? "huge, and there from the start"
           : How & ZP_HOW_RESIDENT ? "huge where the block is mapped alone, "
                                     "and there from the start"
                                   : "there from the start";
  return How & ZP_HOW_HUGE       ? "huge"
         : How & ZP_HOW_RESIDENT ? "huge where the block is mapped alone"
                                 : "";
}

Decision decide(const Allocation &A, const ByteState &State,
                const TargetLibraryInfo &TLI, const Options &Opts,
                bool Settled) {
  if (!A.Zeroed && !State.Full)
    return keep(State.Why);
  bool ForSize = A.Call->getFunction()->hasOptSize();
  SizeClass Size = sizeClassOf(A, Opts);
  // Where what overwrites the block is in the main zeroes again, these are what
  // is to go, unless they are the few stores that a small block wants.
  bool Overwritten = State.Overwritten && (Size == SizeClass::Small ||
                                           State.OverwrittenByZero * 2 <=
                                               A.constantSize().value_or(0));
  Origin From = !A.Zeroed     ? Origin::PlainThenZeroed
                : Overwritten ? Origin::ZeroedThenOverwritten
                              : Origin::Zeroed;
  // A calloc that must fail, or of nothing, is the C library's own affair.
  bool OwnAffair = A.overflows() || A.constantSize() == uint64_t(0);

  // Small code is asked for without extras, but for those of an option.
  bool Resident =
      Settled && !ForSize && From == Origin::PlainThenZeroed && State.EveryPage;
  unsigned How = 0;
  bool KeepWillDo = true;
  for (const HowRow &R : HowRows)
    if (R.Holds(Opts, Resident) &&
        A.constantSize().value_or(UINT64_MAX) >= R.From) {
      How |= R.Bit;
      KeepWillDo &= R.KeepsCalloc;
    }

  Decision D = keep(Reason::AlreadyBest);
  if (!OwnAffair)
    for (const Row &R : Rows) {
      if (R.From != From || R.Size != Size)
        continue;
      if (ForSize && !R.ForSize)
        D = keep(Reason::OptForSize);
      else
        D.Form = R.Form, D.What = R.What, D.Why = R.Why;
      if (D.Form == Variant::Keep && !KeepWillDo && R.Asked != Variant::Keep)
        D.Form = R.Asked, D.What = Done::PagesAsked, D.Why = Reason::None;
      break;
    }
  // malloc + stores needs malloc, everything that calls the runtime needs both.
  bool NeedsMalloc = D.Form != Variant::Keep;
  bool NeedsCalloc = NeedsMalloc && D.Form != Variant::Plain &&
                     D.Form != Variant::InlineStores;
  const Module &M = *A.Call->getModule();
  if ((NeedsMalloc && !canCall(M, TLI, LibFunc_malloc)) ||
      (NeedsCalloc && !canCall(M, TLI, LibFunc_calloc)))
    D = keep(Reason::NoBuiltin);
  // Zeroings go with the variant that makes them superfluous, or because the
  // block was zero already.
  D.DeleteZeroings = !State.Zeroings.empty() && D.Form != Variant::Plain &&
                     (A.Zeroed || D.Form != Variant::Keep);
  if (D.Form == Variant::Keep)
    D.What = Done::RedundantZeroing;
  if (D.Form != Variant::Keep && NeedsCalloc)
    D.How = How;
  return D;
}

} // namespace zeropass
