//===- Rewrite.cpp - DEED: the one place that changes IR ------------------===//

#include "Rewrite.h"
#include "Compat.h"
#include "RuntimeLink.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/BuildLibCalls.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace zeropass {

static constexpr char DoneMark[] = "done";

/// On the function that gives the heap its size already.
static constexpr char HeapAttr[] = "zeropass-heap";

/// Up to this size the zeroing is written as stores: sixteen 16-byte stores,
/// what the x86-64 and AArch64 backends make of an aligned memset too. They
/// are unaligned stores, as fast on an aligned block, because a program's own
/// malloc may align less than the C library's.
static constexpr uint64_t MaxStoreBytes = 256;

namespace {

class Rewriter {
  const Allocation &A;
  const TargetLibraryInfo &TLI;
  const Options &Opts;
  CallBase &Old;
  Module &M;

  CallBase *replaceCall(FunctionCallee Callee, ArrayRef<Value *> Args);
  void callRuntime(RuntimeFn Fn, RuntimeFn FnHow, ArrayRef<Value *> Args,
                   unsigned How);
  Value *plainCall();
  void zeroInline(Value *Block, uint64_t Bytes);
  Instruction *whereNotNull(Value *Block);
  void count(StringRef Site);

public:
  Rewriter(const Allocation &A, const TargetLibraryInfo &TLI,
           const Options &Opts)
      : A(A), TLI(TLI), Opts(Opts), Old(*A.Call), M(*Old.getModule()) {}
  void run(const Decision &D, StringRef Site);
};

} // namespace

/// Puts a call of \p Callee in the place of the old one: an invoke stays an
/// invoke, and debug location, profile and other metadata, tail call kind and
/// what is said of the result go along.
CallBase *Rewriter::replaceCall(FunctionCallee Callee, ArrayRef<Value *> Args) {
  IRBuilder<> B(&Old);
  CallBase *New;
  if (auto *Invoke = dyn_cast<InvokeInst>(&Old)) {
    New = B.CreateInvoke(Callee, Invoke->getNormalDest(),
                         Invoke->getUnwindDest(), Args);
  } else {
    auto *Call = B.CreateCall(Callee, Args);
    Call->setTailCallKind(cast<CallInst>(Old).getTailCallKind());
    New = Call;
  }
  LLVMContext &Ctx = M.getContext();
  // What the old call says of its arguments does not hold for the new ones.
  AttrBuilder FnAttrs(Ctx, Old.getAttributes().getFnAttrs());
  FnAttrs.removeAttribute(Attribute::AllocSize)
      .removeAttribute(Attribute::AllocKind)
      .removeAttribute("alloc-variant-zeroed")
      .removeAttribute(SourceAttr)
      .addAttribute(MarkAttr, DoneMark);
  New->setAttributes(AttributeList::get(Ctx, AttributeSet::get(Ctx, FnAttrs),
                                        Old.getAttributes().getRetAttrs(), {}));
  New->copyMetadata(Old);
  New->takeName(&Old);
  Old.replaceAllUsesWith(New);
  // At once: as long as an old invoke ends the block, an edge split behind the
  // new one would be split off the old one.
  Old.eraseFromParent();
  return New;
}

/// The runtime's function, or its twin that takes \p How.
void Rewriter::callRuntime(RuntimeFn Fn, RuntimeFn FnHow,
                           ArrayRef<Value *> Args, unsigned How) {
  SmallVector<Value *, 4> All(Args);
  if (How)
    All.push_back(ConstantInt::get(Type::getInt32Ty(M.getContext()), How));
  replaceCall(declareRuntime(M, How ? FnHow : Fn, Opts), All);
}

/// malloc of all bytes, and the pointer under which the block is to be known.
Value *Rewriter::plainCall() {
  Type *SizeTy = A.Size->getType();
  FunctionCallee Malloc = getOrInsertLibFunc(
      &M, TLI, LibFunc_malloc,
      FunctionType::get(Old.getType(), {SizeTy}, /*isVarArg=*/false));
  return replaceCall(Malloc, {ConstantInt::get(SizeTy, *A.constantSize())});
}

/// The point at which \p Block is known not to be null: behind the program's
/// own test where that follows at once, else behind a test made here.
Instruction *Rewriter::whereNotNull(Value *Block) {
  auto *Def = cast<Instruction>(Block);
  BasicBlock *BB = Def->getParent();
  BasicBlock::iterator After = std::next(Def->getIterator());
  if (auto *Invoke = dyn_cast<InvokeInst>(Def)) {
    BasicBlock *Normal = Invoke->getNormalDest();
    if (!Normal->getSinglePredecessor())
      Normal = SplitEdge(BB, Normal);
    BB = Normal;
    After = BB->getFirstInsertionPt();
  }
  auto *Branch = dyn_cast<BranchInst>(BB->getTerminator());
  bool Quiet = std::none_of(After, BB->end(), [](Instruction &I) {
    return I.mayReadOrWriteMemory() || I.mayHaveSideEffects();
  });
  if (Branch && Branch->isConditional() && Quiet &&
      Branch->getSuccessor(0) != Branch->getSuccessor(1)) {
    auto *Test = dyn_cast<ICmpInst>(Branch->getCondition());
    if (Test && Test->isEquality() && Test->getOperand(0) == Block &&
        isa<ConstantPointerNull>(Test->getOperand(1))) {
      bool NullIsTrue = Test->getPredicate() == ICmpInst::ICMP_EQ;
      BasicBlock *NotNull = Branch->getSuccessor(NullIsTrue ? 1 : 0);
      if (!NotNull->getSinglePredecessor())
        NotNull = SplitEdge(BB, NotNull);
      return &*NotNull->getFirstInsertionPt();
    }
  }
  IRBuilder<> B(&*After);
  B.SetCurrentDebugLocation(Def->getDebugLoc());
  Value *NotNull = B.CreateIsNotNull(Block);
  return SplitBlockAndInsertIfThen(
      NotNull, &*After, /*Unreachable=*/false,
      MDBuilder(M.getContext()).createBranchWeights(2000, 1));
}

/// Zeroes \p Bytes bytes of the new block where it is not null.
void Rewriter::zeroInline(Value *Block, uint64_t Bytes) {
  DebugLoc Loc = cast<Instruction>(Block)->getDebugLoc();
  LLVMContext &Ctx = M.getContext();
  if (isForLink(M)) {
    // An empty asm that hands the pointer through: no instruction, but LLVM
    // no longer sees that the zeroed block is the allocated one.
    auto *Def = cast<Instruction>(Block);
    IRBuilder<> B(Ctx);
    if (auto *Invoke = dyn_cast<InvokeInst>(Def)) {
      BasicBlock *Normal = Invoke->getNormalDest();
      if (!Normal->getSinglePredecessor())
        Normal = SplitEdge(Def->getParent(), Normal);
      B.SetInsertPoint(&*Normal->getFirstInsertionPt());
    } else {
      B.SetInsertPoint(Def->getNextNode());
    }
    B.SetCurrentDebugLocation(Loc);
    auto *Ty = FunctionType::get(Block->getType(), {Block->getType()}, false);
    CallInst *Hidden = B.CreateCall(
        InlineAsm::get(Ty, "", "=r,0", /*hasSideEffects=*/false), {Block});
    Hidden->setDoesNotAccessMemory();
    Hidden->setDoesNotThrow();
    // A phi in the block where Hidden stands has the value from before it.
    Block->replaceUsesWithIf(Hidden, [&](Use &U) {
      auto *Phi = dyn_cast<PHINode>(U.getUser());
      return U.getUser() != Hidden &&
             !(Phi && Phi->getParent() == Hidden->getParent());
    });
    Block = Hidden;
  }

  IRBuilder<> B(whereNotNull(Block));
  B.SetCurrentDebugLocation(Loc);
  if (Bytes > MaxStoreBytes) {
    B.CreateMemSet(Block, B.getInt8(0), Bytes, MaybeAlign());
    return;
  }
  auto Store = [&](Type *Ty, uint64_t Offset) {
    Value *At = Offset
                    ? B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Block, Offset)
                    : Block;
    B.CreateAlignedStore(Constant::getNullValue(Ty), At, Align(1));
  };
  uint64_t Offset = 0;
  for (; Offset + 16 <= Bytes; Offset += 16)
    Store(FixedVectorType::get(B.getInt8Ty(), 16), Offset);
  for (uint64_t Width : {8, 4, 2, 1})
    for (; Offset + Width <= Bytes; Offset += Width)
      Store(B.getIntNTy(8 * Width), Offset);
}

/// A counting build: { where, count, next }, handed to the runtime.
void Rewriter::count(StringRef Site) {
  IRBuilder<> B(&Old);
  auto *Ptr = cast<PointerType>(Old.getType());
  auto *Where = B.CreateGlobalString(Site, "zeropass.where", 0, &M);
  auto *Ty = StructType::get(M.getContext(), {Ptr, B.getInt64Ty(), Ptr});
  auto *Init = ConstantStruct::get(
      Ty, {Where, B.getInt64(0), ConstantPointerNull::get(Ptr)});
  auto *Record =
      new GlobalVariable(M, Ty, /*isConstant=*/false,
                         GlobalValue::InternalLinkage, Init, "zeropass.site");
  // Always the embedded one: the library's list would outlive the record of a
  // shared object that is closed again.
  Options Embedded = Opts;
  Embedded.Runtime = RuntimeKind::Embedded;
  B.CreateCall(declareRuntime(M, RuntimeFn::Count, Embedded), {Record});
}

void Rewriter::run(const Decision &D, StringRef Site) {
  if (!Site.empty())
    count(Site);
  switch (D.Form) {
  case Variant::Keep:
    mark(Old, DoneMark);
    return;
  case Variant::Plain:
    plainCall();
    break;
  case Variant::InlineStores:
    zeroInline(plainCall(), *A.constantSize());
    break;
  case Variant::Zalloc:
    callRuntime(RuntimeFn::Zalloc, RuntimeFn::ZallocHow, {A.Size}, D.How);
    break;
  case Variant::ZallocLarge:
    callRuntime(RuntimeFn::ZallocLarge, RuntimeFn::ZallocLargeHow, {A.Size},
                D.How);
    break;
  case Variant::SizedCalloc:
    callRuntime(RuntimeFn::Calloc, RuntimeFn::CallocHow, {A.Count, A.Size},
                D.How);
    break;
  }
}

/// Deletes what is dead of \p Values and of what they are computed from, but
/// not calls: one may be an allocation that is still to be rewritten.
static void eraseDead(SmallVectorImpl<Value *> &Values) {
  while (!Values.empty()) {
    auto *I = dyn_cast<Instruction>(Values.pop_back_val());
    if (!I || (isa<CallBase>(I) && !isa<IntrinsicInst>(I)) ||
        !isInstructionTriviallyDead(I))
      continue;
    salvageDebugInfo(*I);
    append_range(Values, I->operands());
    erase_if(Values, [&](Value *V) { return V == I; });
    I->eraseFromParent();
  }
}

/// Deletes a write and what only served to compute its operands.
static void eraseWrite(Instruction &I) {
  // __memset_chk returns its first argument.
  if (!I.use_empty())
    I.replaceAllUsesWith(cast<CallBase>(I).getArgOperand(0));
  SmallVector<Value *, 4> Operands(I.operands());
  // An invoke of bzero or __memset_chk does not unwind; its edge stays.
  if (auto *Invoke = dyn_cast<InvokeInst>(&I)) {
    BranchInst::Create(Invoke->getNormalDest(), Invoke->getParent());
    Invoke->getUnwindDest()->removePredecessor(Invoke->getParent());
  }
  I.eraseFromParent();
  eraseDead(Operands);
}

unsigned rewrite(const Allocation &A, const ByteState &State, const Decision &D,
                 const TargetLibraryInfo &TLI, const Options &Opts,
                 StringRef Site) {
  unsigned Deleted = 0;
  if (D.DeleteZeroings) {
    for (Instruction *I : State.Zeroings)
      eraseWrite(*I);
    Deleted = State.Zeroings.size();
    for (Instruction *I : State.DeadWrites)
      eraseWrite(*I);
  }
  Rewriter(A, TLI, Opts).run(D, Site);
  return Deleted;
}

bool sizesHeap(const Function &Main) { return Main.hasFnAttribute(HeapAttr); }

DebugLoc sizeHeap(Function &Main, const Options &Opts) {
  Module &M = *Main.getParent();
  IRBuilder<> B(&*Main.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  if (DISubprogram *SP = Main.getSubprogram())
    B.SetCurrentDebugLocation(
        DILocation::get(M.getContext(), SP->getLine(), 0, SP));
  CallInst *Call = B.CreateCall(
      declareRuntime(M, RuntimeFn::Heap, Opts),
      {B.getInt64(Opts.Heap.Initial), B.getInt64(Opts.Heap.Increment)});
  // Not a rewritten allocation, but nothing to look at again either.
  mark(*Call, DoneMark);
  Main.addFnAttr(HeapAttr);
  return Call->getDebugLoc();
}

void mark(CallBase &Call, StringRef How) {
  Call.addFnAttr(Attribute::get(Call.getContext(), MarkAttr, How));
}

Mark markOf(const CallBase &Call) {
  Attribute How = Call.getAttributes().getFnAttr(MarkAttr);
  if (!How.isValid())
    return Mark::None;
  return How.getValueAsString() == DoneMark ? Mark::Done : Mark::Kept;
}

bool stampSource(Module &M,
                 function_ref<const TargetLibraryInfo &(Function &)> GetTLI) {
  M.getOrInsertNamedMetadata(StampedMD);
  for (Function &F : M) {
    if (!F.isDeclaration() || F.use_empty())
      continue;
    for (User *U : F.users())
      if (auto *CB = dyn_cast<CallBase>(U); CB && CB->getCalledFunction() == &F)
        if (auto A = describeAllocation(*CB, GetTLI(*CB->getFunction()));
            A && A->Zeroed)
          CB->addFnAttr(Attribute::get(M.getContext(), SourceAttr));
  }
  return true;
}

} // namespace zeropass
