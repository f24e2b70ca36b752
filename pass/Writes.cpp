//===- Writes.cpp - FACTS: the ways of writing bytes ----------------------===//

#include "Writes.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace zeropass {

namespace {

/// What a row of the table sees.
struct Context {
  const Allocation &A;
  FunctionFacts &Facts;
  const SizeExprs &Sizes;
};

bool isZero(const Value *V) {
  auto *C = dyn_cast<Constant>(V);
  return C && C->isNullValue();
}

bool isCallTo(const Instruction &I, LibFunc Func,
              const TargetLibraryInfo &TLI) {
  auto *CB = dyn_cast<CallBase>(&I);
  LibFunc Found;
  return CB && TLI.getLibFunc(*CB, Found) && Found == Func && TLI.has(Func);
}

void setLength(Write &W, Value *Bytes, Context &C) {
  W.RunLength = C.Facts.SE.getSCEV(Bytes);
  W.Length = C.Sizes.bytes(Bytes);
}

/// llvm.memset and llvm.memset.inline; the element-wise atomic one is atomic.
std::optional<Write> byMemSet(Instruction &I, Context &C) {
  auto *Set = dyn_cast<AnyMemSetInst>(&I);
  if (!Set)
    return std::nullopt;
  auto *Simple = dyn_cast<MemSetInst>(Set);
  Write W;
  W.I = &I;
  W.Dest = Set->getRawDest();
  setLength(W, Set->getLength(), C);
  W.Zero = isZero(Set->getValue());
  W.Plain = Simple && !Simple->isVolatile();
  return W;
}

/// llvm.memcpy and llvm.memmove: overwrite, but may read the block too, which
/// the caller asks alias analysis about.
std::optional<Write> byCopy(Instruction &I, Context &C) {
  auto *Copy = dyn_cast<MemTransferInst>(&I);
  if (!Copy)
    return std::nullopt;
  Write W;
  W.I = &I;
  W.Dest = Copy->getRawDest();
  setLength(W, Copy->getLength(), C);
  W.Plain = !Copy->isVolatile();
  return W;
}

/// bzero(p, n).
std::optional<Write> byBzero(Instruction &I, Context &C) {
  if (!isCallTo(I, LibFunc_bzero, C.Facts.TLI))
    return std::nullopt;
  auto &CB = cast<CallBase>(I);
  Write W;
  W.I = &I;
  W.Dest = CB.getArgOperand(0);
  setLength(W, CB.getArgOperand(1), C);
  W.Zero = true;
  return W;
}

/// __memset_chk(p, c, n, room), which aborts when n > room. It may go when
/// that cannot happen: room is unknown (all ones), is n itself, or is
/// llvm.objectsize of this block, which becomes either all ones or its size.
std::optional<Write> byCheckedMemSet(Instruction &I, Context &C) {
  if (!isCallTo(I, LibFunc_memset_chk, C.Facts.TLI))
    return std::nullopt;
  auto &CB = cast<CallBase>(I);
  ScalarEvolution &SE = C.Facts.SE;
  Value *Room = CB.getArgOperand(3);
  Write W;
  W.I = &I;
  W.Dest = CB.getArgOperand(0);
  setLength(W, CB.getArgOperand(2), C);
  W.Zero = isZero(CB.getArgOperand(1));
  auto *AsConstant = dyn_cast<ConstantInt>(Room);
  auto *ObjectSize = dyn_cast<IntrinsicInst>(Room);
  const SCEV *Block = C.A.sizeExpr(SE);
  bool Unbounded = AsConstant && AsConstant->isMinusOne();
  bool WholeBlock =
      ObjectSize && ObjectSize->getIntrinsicID() == Intrinsic::objectsize &&
      ObjectSize->getArgOperand(0)->stripPointerCasts() == C.A.Call &&
      isZero(ObjectSize->getArgOperand(1)) && Block &&
      C.Sizes.equal(W.RunLength, Block, I, Surety::Proven);
  W.Plain = Unbounded || WholeBlock ||
            C.Sizes.equal(W.RunLength, SE.getSCEV(Room), I, Surety::Proven) ||
            SE.isKnownPredicateAt(ICmpInst::ICMP_ULE, W.RunLength,
                                  SE.getSCEV(Room), &I);
  return W;
}

/// A store.
std::optional<Write> byStore(Instruction &I, Context &C) {
  auto *Store = dyn_cast<StoreInst>(&I);
  if (!Store)
    return std::nullopt;
  const DataLayout &DL = I.getModule()->getDataLayout();
  Type *Stored = Store->getValueOperand()->getType();
  TypeSize Bytes = DL.getTypeStoreSize(Stored);
  Write W;
  W.I = &I;
  W.Dest = Store->getPointerOperand();
  W.Zero = isZero(Store->getValueOperand());
  W.Plain = Store->isSimple();
  // Bits of a padded integer (i1, i24) beyond its value are not promised.
  if (!Bytes.isScalable() && DL.typeSizeEqualsStoreSize(Stored))
    W.RunLength = W.Length = C.Facts.SE.getConstant(
        DL.getIndexType(W.Dest->getType()), Bytes.getFixedValue());
  return W;
}

using Row = std::optional<Write> (*)(Instruction &, Context &);
constexpr Row Rows[] = {byMemSet, byCopy, byBzero, byCheckedMemSet, byStore};

} // namespace

bool writesOnlyZeroes(const Instruction &I) {
  if (auto *Set = dyn_cast<MemSetInst>(&I))
    return !Set->isVolatile() && isZero(Set->getValue());
  auto *Store = dyn_cast<StoreInst>(&I);
  if (!Store || !Store->isSimple() || !isZero(Store->getValueOperand()))
    return false;
  // Nothing is promised of padding.
  Type *Stored = Store->getValueOperand()->getType();
  return Stored->isSingleValueType() &&
         I.getModule()->getDataLayout().typeSizeEqualsStoreSize(Stored);
}

/// True when the write of \p W runs on every turn of a loop with this latch, or
/// is passed by on a turn only because it has nothing to write: a row of no
/// columns.
static bool onEveryTurn(const Write &W, const BasicBlock *Latch,
                        FunctionFacts &Facts, const SizeExprs &Sizes) {
  BasicBlock *BB = W.I->getParent();
  if (Facts.DT.dominates(BB, Latch))
    return true;
  auto *Above = Facts.DT.getNode(BB)->getIDom();
  auto *Guard = Above ? dyn_cast<BranchInst>(Above->getBlock()->getTerminator())
                      : nullptr;
  if (!Guard || !Guard->isConditional() ||
      !Facts.DT.dominates(Above->getBlock(), Latch) ||
      !is_contained(Guard->successors(), BB))
    return false;
  auto *Compare = dyn_cast<ICmpInst>(Guard->getCondition());
  return Compare &&
         Sizes.saysEmpty(*Compare, Guard->getSuccessor(1) == BB, W.Length);
}

/// \p Start and W.Length as one turn of \p L leaves them, put together for all
/// turns, where W runs exactly once on every turn and the turns can be counted.
/// Returns the start of the whole, or null.
static const SCEV *spread(Write &W, const SCEVAddRecExpr *Start,
                          FunctionFacts &Facts, const SizeExprs &Sizes) {
  ScalarEvolution &SE = Facts.SE;
  const Loop *L = Start->getLoop();
  BasicBlock *BB = W.I->getParent();
  BasicBlock *Latch = L->getLoopLatch();
  const SCEV *Turns = SE.getBackedgeTakenCount(L);
  const Loop *Around =
      W.Spread ? W.Spread->getParentLoop() : Facts.LI.getLoopFor(BB);
  Type *Wide = W.Length->getType();
  // Where the exit stands before the write, the last turn does not come to it.
  BasicBlock *Exiting = L->getExitingBlock();
  bool ExitsBefore = Exiting == L->getHeader() && Exiting != BB;
  if (Around != L || !Latch || !(Exiting == Latch || ExitsBefore) ||
      !onEveryTurn(W, Latch, Facts, Sizes) || isa<SCEVCouldNotCompute>(Turns) ||
      SE.getTypeSizeInBits(Turns->getType()) > SE.getTypeSizeInBits(Wide))
    return nullptr;
  const SCEV *Step = Start->getStepRecurrence(SE);
  if (Step->getType() != Wide)
    return nullptr;
  if (!Sizes.equal(Step, W.Length, *W.I, Surety::Presumed)) {
    // Elements with gaps: padding, or fields that are left out.
    auto *Distance = dyn_cast<SCEVConstant>(Step);
    auto *Written = dyn_cast<SCEVConstant>(W.Length);
    if (W.Stride || !Distance || !Written ||
        !Distance->getAPInt().isStrictlyPositive() ||
        Distance->getAPInt().ult(Written->getAPInt()))
      return nullptr;
    W.Stride = Distance->getAPInt().getZExtValue();
    W.Width = Written->getAPInt().getZExtValue();
  }
  const SCEV *Count = SE.getNoopOrZeroExtend(Turns, Wide);
  if (!ExitsBefore)
    Count = SE.getAddExpr(Count, SE.getOne(Wide));
  W.Length = SE.getMulExpr(Count, Step);
  W.Spread = L;
  return Start->getStart();
}

/// \p I as a write to the block of \p A; nothing when it is not one of the
/// table's ways of writing.
static std::optional<Write> describeWrite(Instruction &I, const Allocation &A,
                                          FunctionFacts &Facts,
                                          const SizeExprs &Sizes) {
  Context C{A, Facts, Sizes};
  for (Row Describe : Rows)
    if (std::optional<Write> W = Describe(I, C)) {
      if (!W->Length)
        return W;
      ScalarEvolution &SE = Facts.SE;
      W->RunBegin = SE.getMinusSCEV(SE.getSCEV(W->Dest), SE.getSCEV(A.Call));
      const SCEV *Start =
          Sizes.normalised(SE.getSCEV(W->Dest), I, Surety::Presumed);
      while (auto *Rec = dyn_cast_or_null<SCEVAddRecExpr>(Start))
        Start = spread(*W, Rec, Facts, Sizes);
      if (Start)
        W->Begin = SE.getMinusSCEV(Sizes.normalised(Start, I, Surety::Presumed),
                                   SE.getSCEV(A.Call));
      if (W->Begin && isa<SCEVCouldNotCompute>(W->Begin))
        W->Begin = nullptr;
      return W;
    }
  return std::nullopt;
}

DerivedPointers derivedPointers(const Allocation &A, FunctionFacts &Facts,
                                const SizeExprs &Sizes) {
  DerivedPointers Result;
  ScalarEvolution &SE = Facts.SE;
  SmallVector<Value *, 16> Work{A.Call};
  SmallPtrSet<Value *, 16> Pointers;
  SmallPtrSet<Value *, 8> Mixed;
  auto Add = [&](Value *V) {
    if (Pointers.insert(V).second)
      Work.push_back(V);
  };
  Pointers.insert(A.Call);

  // Reloads of where the pointer was stored hold it too, as long as MemorySSA
  // says that nobody else wrote there.
  auto AddReloads = [&](StoreInst &Store) {
    for (User *U : Store.getPointerOperand()->users())
      if (auto *Load = dyn_cast<LoadInst>(U);
          Load && Load->getFunction() == Store.getFunction() &&
          Sizes.forwarded(*Load) == Store.getValueOperand())
        Add(Load);
  };

  SmallPtrSet<Instruction *, 8> Seen;
  while (!Work.empty()) {
    Value *Pointer = Work.pop_back_val();
    bool IsMixed = Mixed.contains(Pointer);
    for (User *U : Pointer->users()) {
      auto *I = dyn_cast<Instruction>(U);
      if (!I)
        continue;
      if (isa<GetElementPtrInst, BitCastInst>(I)) {
        if (IsMixed)
          Mixed.insert(I);
        Add(I);
        continue;
      }
      if (isa<PHINode, SelectInst>(I)) {
        auto *Phi = dyn_cast<PHINode>(I);
        bool Same =
            Phi && (Phi->getNumIncomingValues() == 1 ||
                    SE.getPointerBase(SE.getSCEV(Phi)) == SE.getSCEV(A.Call));
        if (!Same || IsMixed)
          Mixed.insert(I);
        Add(I);
        continue;
      }
      if (auto *Store = dyn_cast<StoreInst>(I);
          Store && Store->getValueOperand() == Pointer && !IsMixed &&
          Pointer == A.Call)
        AddReloads(*Store);
      std::optional<Write> W = describeWrite(*I, A, Facts, Sizes);
      if (!W || W->Dest != Pointer || !Seen.insert(I).second)
        continue;
      if (!IsMixed)
        Result.Writes.push_back(*W);
      else if (W->Zero && !isa<StoreInst>(I))
        Result.MayBeOther = I;
    }
  }
  return Result;
}

} // namespace zeropass
