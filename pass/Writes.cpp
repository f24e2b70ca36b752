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

/// llvm.memset and llvm.memset.inline; the element-wise atomic one is atomic.
std::optional<Write> byMemSet(Instruction &I, Context &C) {
  auto *Set = dyn_cast<AnyMemSetInst>(&I);
  if (!Set)
    return std::nullopt;
  auto *Simple = dyn_cast<MemSetInst>(Set);
  Write W;
  W.I = &I;
  W.Dest = Set->getRawDest();
  W.Length = C.Facts.SE.getSCEV(Set->getLength());
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
  W.Length = C.Facts.SE.getSCEV(Copy->getLength());
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
  W.Length = C.Facts.SE.getSCEV(CB.getArgOperand(1));
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
  W.Length = SE.getSCEV(CB.getArgOperand(2));
  W.Zero = isZero(CB.getArgOperand(1));
  auto *AsConstant = dyn_cast<ConstantInt>(Room);
  auto *ObjectSize = dyn_cast<IntrinsicInst>(Room);
  const SCEV *Block = C.A.sizeExpr(SE);
  bool Unbounded = AsConstant && AsConstant->isMinusOne();
  bool WholeBlock = ObjectSize &&
                    ObjectSize->getIntrinsicID() == Intrinsic::objectsize &&
                    ObjectSize->getArgOperand(0)->stripPointerCasts() ==
                        C.A.Call &&
                    isZero(ObjectSize->getArgOperand(1)) && Block &&
                    C.Sizes.equal(W.Length, Block, I);
  W.Plain = Unbounded || WholeBlock ||
            C.Sizes.equal(W.Length, SE.getSCEV(Room), I) ||
            SE.isKnownPredicateAt(ICmpInst::ICMP_ULE, W.Length,
                                  SE.getSCEV(Room), &I);
  return W;
}

/// A store; in a counted loop the whole range that the loop writes.
std::optional<Write> byStore(Instruction &I, Context &C) {
  auto *Store = dyn_cast<StoreInst>(&I);
  if (!Store)
    return std::nullopt;
  ScalarEvolution &SE = C.Facts.SE;
  const DataLayout &DL = I.getModule()->getDataLayout();
  Type *Stored = Store->getValueOperand()->getType();
  TypeSize Bytes = DL.getTypeStoreSize(Stored);
  Write W;
  W.I = &I;
  W.Dest = Store->getPointerOperand();
  W.Zero = isZero(Store->getValueOperand());
  W.Plain = Store->isSimple();
  // Bits of a padded integer (i1, i24) beyond its value are not promised.
  if (Bytes.isScalable() || !DL.typeSizeEqualsStoreSize(Stored))
    return W;
  Type *Wide = DL.getIndexType(W.Dest->getType());
  W.Length = SE.getConstant(Wide, Bytes.getFixedValue());
  auto *Rec = dyn_cast<SCEVAddRecExpr>(SE.getSCEV(W.Dest));
  if (!Rec)
    return W;
  // {start,+,step} in a loop that this store runs in on every turn.
  const Loop *L = Rec->getLoop();
  const SCEV *Turns = SE.getBackedgeTakenCount(L);
  BasicBlock *Latch = L->getLoopLatch();
  bool EveryTurn = Latch && L->getExitingBlock() == Latch &&
                   C.Facts.LI.getLoopFor(I.getParent()) == L &&
                   C.Facts.DT.dominates(I.getParent(), Latch);
  W.Begin = SE.getMinusSCEV(Rec->getStart(), SE.getSCEV(C.A.Call));
  if (!EveryTurn || Rec->getStepRecurrence(SE) != W.Length ||
      isa<SCEVCouldNotCompute>(Turns)) {
    W.Begin = W.Length = nullptr;
    return W;
  }
  const SCEV *Count =
      SE.getAddExpr(SE.getNoopOrZeroExtend(Turns, Wide), SE.getOne(Wide));
  if (SE.getTypeSizeInBits(Turns->getType()) > SE.getTypeSizeInBits(Wide))
    W.Length = nullptr;
  else
    W.Length = SE.getMulExpr(Count, W.Length);
  return W;
}

using Row = std::optional<Write> (*)(Instruction &, Context &);
constexpr Row Rows[] = {byMemSet, byCopy, byBzero, byCheckedMemSet, byStore};

} // namespace

std::optional<Write> describeWrite(Instruction &I, const Allocation &A,
                                   FunctionFacts &Facts,
                                   const SizeExprs &Sizes) {
  Context C{A, Facts, Sizes};
  for (Row Describe : Rows)
    if (std::optional<Write> W = Describe(I, C)) {
      if (!W->Begin && W->Length)
        W->Begin = Facts.SE.getMinusSCEV(
            Sizes.normalised(Facts.SE.getSCEV(W->Dest), I),
            Facts.SE.getSCEV(A.Call));
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
  SmallPtrSet<Value *, 8> Mixed;
  auto Add = [&](Value *V) {
    if (Result.Pointers.insert(V).second)
      Work.push_back(V);
  };
  Result.Pointers.insert(A.Call);

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
        bool Same = Phi && (Phi->getNumIncomingValues() == 1 ||
                            SE.getPointerBase(SE.getSCEV(Phi)) ==
                                SE.getSCEV(A.Call));
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
