//===- AllocModel.cpp - FACTS: which call allocates -----------------------===//

#include "AllocModel.h"
#include "llvm/Analysis/MemoryBuiltins.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace zeropass {

namespace {

/// One allocator of the C library. Size and Count are argument numbers, -1 for
/// "none".
struct AllocRow {
  LibFunc Func;
  AllocFamily Family;
  int Size;
  int Count;
  bool Zeroed;
};

constexpr AllocRow Rows[] = {
    {LibFunc_malloc, AllocFamily::Malloc, 0, -1, false},
    {LibFunc_calloc, AllocFamily::Malloc, 1, 0, true},
    {LibFunc_aligned_alloc, AllocFamily::Aligned, 1, -1, false},
    {LibFunc_memalign, AllocFamily::Aligned, 1, -1, false},
    {LibFunc_valloc, AllocFamily::Aligned, 0, -1, false},
    {LibFunc_posix_memalign, AllocFamily::Aligned, 2, -1, false},
    {LibFunc_realloc, AllocFamily::Realloc, 1, -1, false},
    {LibFunc_reallocf, AllocFamily::Realloc, 1, -1, false},
};

/// Names that make the module that defines them an allocator.
constexpr StringLiteral FamilyNames[] = {
    "malloc",       "calloc",        "realloc",  "free",
    "reallocarray", "aligned_alloc", "memalign", "posix_memalign",
    "valloc",       "pvalloc",       "cfree",    "malloc_usable_size"};

/// Prefixes under which toolchains and libraries give a family member another
/// name: the linker's --wrap, glibc's own.
constexpr StringLiteral NamePrefixes[] = {"", "__wrap_", "__real_", "__libc_",
                                          "__interceptor_"};

bool isFamilyName(StringRef Name) {
  return any_of(NamePrefixes, [&](StringRef Prefix) {
    return Name.starts_with(Prefix) &&
           is_contained(FamilyNames, Name.drop_front(Prefix.size()));
  });
}

const AllocRow *rowOf(LibFunc Func) {
  for (const AllocRow &Row : Rows)
    if (Row.Func == Func)
      return &Row;
  return nullptr;
}

Value *argument(CallBase &CB, int Index) {
  return Index >= 0 && unsigned(Index) < CB.arg_size() ? CB.getArgOperand(Index)
                                                       : nullptr;
}

/// A block allocator that only its attributes describe.
std::optional<Allocation> describeByAttributes(CallBase &CB,
                                               const TargetLibraryInfo &TLI) {
  if (!isAllocationFn(&CB, &TLI))
    return std::nullopt;
  Allocation A;
  A.Call = &CB;
  A.Callee = CB.getCalledFunction()->getName();
  A.Family = isNewLikeFn(&CB, &TLI) ? AllocFamily::New : AllocFamily::Other;
  Attribute Size = CB.getFnAttr(Attribute::AllocSize);
  if (Size.isValid()) {
    auto [SizeArg, CountArg] = Size.getAllocSizeArgs();
    A.Size = argument(CB, SizeArg);
    A.Count = CountArg ? argument(CB, *CountArg) : nullptr;
  } else if (A.Family == AllocFamily::New) {
    A.Size = argument(CB, 0);
  }
  if (Constant *Init = getInitialValueOfAllocation(
          &CB, &TLI, Type::getInt8Ty(CB.getContext())))
    A.Zeroed = Init->isNullValue();
  return A;
}

} // namespace

std::optional<Allocation> describeAllocation(CallBase &CB,
                                             const TargetLibraryInfo &TLI) {
  Function *Callee = CB.getCalledFunction();
  // The result is the block, or posix_memalign's error.
  bool ReturnsBlock = CB.getType()->isPointerTy();
  if (!Callee || Callee->isIntrinsic() ||
      !(ReturnsBlock || CB.getType()->isIntegerTy(32)) ||
      Callee->getFunctionType() != CB.getFunctionType())
    return std::nullopt;

  LibFunc Func;
  const AllocRow *Row = TLI.getLibFunc(*Callee, Func) ? rowOf(Func) : nullptr;
  if (!Row)
    return !ReturnsBlock || CB.isNoBuiltin() ? std::nullopt
                                             : describeByAttributes(CB, TLI);

  Allocation A;
  A.Call = &CB;
  A.Callee = Callee->getName();
  A.Family = Row->Family;
  A.Size = argument(CB, Row->Size);
  A.Count = argument(CB, Row->Count);
  A.Zeroed = Row->Zeroed;
  // A function of the module's own that happens to bear the name is none.
  A.Builtin = !CB.isNoBuiltin() && TLI.has(Func) && Callee->isDeclaration() &&
              !Callee->hasLocalLinkage();
  A.MadeByLLVM = Row->Zeroed && !CB.hasFnAttr(SourceAttr) &&
                 CB.getModule()->getNamedMetadata(StampedMD);
  return A;
}

bool returnsFreshBlock(const Value *V, const TargetLibraryInfo &TLI) {
  return isAllocationFn(V, &TLI) ||
         (isa<CallBase>(V) && cast<CallBase>(V)->returnDoesNotAlias());
}

StringRef definedFamilyMember(const Module &M) {
  for (StringRef Name : FamilyNames)
    for (StringRef Prefix : NamePrefixes)
      if (const GlobalValue *GV = M.getNamedValue((Prefix + Name).str()))
        if (!GV->isDeclarationForLinker() && !GV->hasLocalLinkage())
          return GV->getName();
  return {};
}

/// True when \p F is a family member by name or attribute: calloc,
/// __wrap_calloc, __libc_malloc, anything with allockind("zeroed").
static bool isAllocatorItself(const Function &F) {
  if (isFamilyName(F.getName()))
    return true;
  Attribute Kind = F.getFnAttribute(Attribute::AllocKind);
  return Kind.isValid() &&
         (Kind.getAllocKind() & AllocFnKind::Zeroed) != AllocFnKind::Unknown;
}

SmallPtrSet<const Function *, 4> allocatorParts(const Module &M) {
  SmallPtrSet<const Function *, 4> Parts;
  SmallVector<const Function *, 4> Work;
  auto Add = [&](const Function &F) {
    if (!F.isDeclaration() && Parts.insert(&F).second)
      Work.push_back(&F);
  };
  for (const Function &F : M)
    if (isAllocatorItself(F))
      Add(F);
  while (!Work.empty())
    for (const Instruction &I : instructions(*Work.pop_back_val()))
      if (auto *CB = dyn_cast<CallBase>(&I))
        if (const Function *Callee = CB->getCalledFunction())
          Add(*Callee);
  return Parts;
}

static std::optional<APInt> constantProduct(const Allocation &A,
                                            bool &Overflow) {
  Overflow = false;
  auto *Size = dyn_cast_or_null<ConstantInt>(A.Size);
  if (!Size)
    return std::nullopt;
  if (!A.Count)
    return Size->getValue();
  auto *Count = dyn_cast<ConstantInt>(A.Count);
  if (!Count || Count->getType() != Size->getType())
    return std::nullopt;
  return Count->getValue().umul_ov(Size->getValue(), Overflow);
}

std::optional<uint64_t> Allocation::constantSize() const {
  bool Overflow;
  std::optional<APInt> Product = constantProduct(*this, Overflow);
  if (!Product || Overflow || Product->getActiveBits() > 64)
    return std::nullopt;
  return Product->getZExtValue();
}

bool Allocation::overflows() const {
  bool Overflow;
  constantProduct(*this, Overflow);
  return Overflow;
}

const SCEV *Allocation::sizeExpr(ScalarEvolution &SE) const {
  if (!Size || !Size->getType()->isIntegerTy())
    return nullptr;
  const SCEV *Bytes = SE.getSCEV(Size);
  if (!Count)
    return Bytes;
  if (Count->getType() != Size->getType())
    return nullptr;
  return SE.getMulExpr(SE.getSCEV(Count), Bytes);
}

} // namespace zeropass
