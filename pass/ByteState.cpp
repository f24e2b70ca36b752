//===- ByteState.cpp - FACTS: the bytes of a fresh block ------------------===//

#include "ByteState.h"
#include "BlockPaths.h"
#include "Compat.h"
#include "Writes.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace zeropass {

namespace {

/// How many memory accesses the search looks at for one allocation. SQLite's
/// largest rewritten region has under a hundred.
constexpr unsigned AccessBudget = 2000;

/// How often it may pass by a zeroing, which costs next to nothing: all pairs
/// of 300 fields zeroed one by one.
constexpr unsigned ZeroBudget = 45000;

/// No page of memory is smaller.
constexpr uint64_t SmallestPage = 4096;

/// The size of the block in the form in which zeroed sizes come.
const SCEV *sizeOf(const Allocation &A, const SizeExprs &Sizes,
                   ScalarEvolution &SE) {
  if (A.Count || !A.Size || !A.Size->getType()->isIntegerTy())
    return A.sizeExpr(SE);
  return Sizes.bytes(A.Size);
}

class Analyser {
  const Allocation &A;
  FunctionFacts &Facts;
  SizeExprs Sizes;
  EscapeInfo Escapes;
  BatchAAResults AA;
  DerivedPointers Derived;
  const SCEV *Size;       ///< in the form in which zeroed sizes come
  const SCEV *AsItStands; ///< as ScalarEvolution has it by itself
  unsigned Budget = AccessBudget;
  unsigned Zeroes = ZeroBudget;

  /// The zero-writes; between themselves they do no harm.
  SmallPtrSet<Instruction *, 8> ZeroWrites;

  struct Obstacle {
    Reason Why = Reason::NotZeroed;
    Instruction *Where = nullptr;
    operator bool() const { return Where; }
  };

  Obstacle obstacleBefore(const Write &W, const BlockPaths &Paths,
                          SmallVectorImpl<Instruction *> *DeadWrites);
  const Write *writeBy(const Instruction &I) const;
  bool overwrites(const Write &W, Instruction &Earlier);
  bool coversBlock(const Write &W) const;
  bool coversStrictly(const Write &W) const;
  void considerFull(const Write &W, ByteState &State);
  bool overwrittenBeforeSeen(uint64_t &ByZero);

public:
  Analyser(const Allocation &A, FunctionFacts &Facts)
      : A(A), Facts(Facts), Sizes(Facts.SE, Facts.MSSA),
        Escapes(Facts.DT, Facts.LI), AA(Facts.AA, &Escapes.Info),
        Derived(derivedPointers(A, Facts, Sizes)),
        Size(sizeOf(A, Sizes, Facts.SE)), AsItStands(A.sizeExpr(Facts.SE)) {
    for (const Write &W : Derived.Writes)
      if (W.Zero && W.Plain)
        ZeroWrites.insert(W.I);
  }
  ByteState run();
};

/// The whole block. Type-based facts must stay out of a question about writes:
/// a store gives fresh memory another type, so an int store before a float
/// zeroing of the same bytes is legal C although their types do not alias.
MemoryLocation blockOf(const Allocation &A,
                       const AAMDNodes &Tags = AAMDNodes()) {
  return MemoryLocation(A.Call, LocationSize::beforeOrAfterPointer(), Tags);
}

bool returnsTwice(const Instruction &I) {
  auto *CB = dyn_cast<CallBase>(&I);
  return CB && CB->hasFnAttr(Attribute::ReturnsTwice);
}

/// A call that throws and, by its attributes, touches none of the memory that
/// the caller may look at when it does: alias analysis says nothing of it.
bool throwsUnasked(const Instruction &I) {
  auto *CB = dyn_cast<CallBase>(&I);
  return CB && I.mayThrow() && CB->onlyAccessesInaccessibleMemOrArgMem();
}

/// \p I as a write through a pointer to the block and nothing else; or null.
const Write *Analyser::writeBy(const Instruction &I) const {
  auto Found =
      find_if(Derived.Writes, [&](const Write &W) { return W.I == &I; });
  return Found == Derived.Writes.end() ? nullptr : &*Found;
}

/// True when \p W runs after \p Earlier whenever Earlier does, covers the
/// whole block, and Earlier writes nothing but this block.
bool Analyser::overwrites(const Write &W, Instruction &Earlier) {
  const Write *Known = writeBy(Earlier);
  if (!Known || !Known->Plain || !coversStrictly(W))
    return false;
  BasicBlock *Last = W.I->getParent();
  if (Earlier.getParent() == Last)
    return Earlier.comesBefore(W.I);
  if (!Facts.PDT().dominates(Last, Earlier.getParent()))
    return false;
  // In a loop W may come when the allocation has run again, and zero that
  // block instead.
  SmallVector<BasicBlock *, 4> After(successors(Earlier.getParent()));
  SmallPtrSet<BasicBlock *, 1> Stop{Last};
  return !isPotentiallyReachableFromMany(After, A.Call->getParent(), &Stop,
                                         &Facts.DT, &Facts.LI);
}

/// What on the paths from the allocation to \p W forbids deleting W. With
/// \p DeadWrites, writes that W overwrites unread are collected there instead.
Analyser::Obstacle
Analyser::obstacleBefore(const Write &W, const BlockPaths &Paths,
                         SmallVectorImpl<Instruction *> *DeadWrites) {
  Obstacle Found;
  if (!Paths.complete())
    return {Reason::TooComplex, W.I};
  MemoryLocation Block = blockOf(A);
  MemoryLocation Typed = blockOf(A, W.I->getAAMetadata());
  Instruction *OtherType = nullptr;
  Paths.accesses(Facts.MSSA, [&](Instruction &I) {
    if (Zeroes && (ZeroWrites.contains(&I) || writesOnlyZeroes(I))) {
      --Zeroes;
      return true;
    }
    if (Budget == 0 || Zeroes == 0) {
      Found = {Reason::TooComplex, &I};
      return false;
    }
    --Budget;
    // A longjmp comes back here without an edge in the control flow.
    if (returnsTwice(I)) {
      Found = {Reason::ReturnsTwice, &I};
      return false;
    }
    ModRefInfo Effect = AA.getModRefInfo(&I, Block);
    if (isModSet(Effect)) {
      bool Call = isa<CallBase>(I) && !isa<IntrinsicInst>(I);
      if (DeadWrites && !isRefSet(Effect) && !Paths.repeats() &&
          overwrites(W, I)) {
        DeadWrites->push_back(&I);
        return true;
      }
      Found = {Call ? Reason::EscapesBefore : Reason::WrittenBefore, &I};
      return false;
    }
    // A read of bytes that are zero already changes nothing (row B5).
    if (isRefSet(Effect) && !A.Zeroed) {
      if (isRefSet(AA.getModRefInfo(&I, Typed))) {
        Found = {Reason::ReadBefore, &I};
        return false;
      }
      OtherType = &I;
    }
    return true;
  });
  // By its type this reads no byte of the zeroing, but it may read one of a
  // write that is to go with it.
  if (!Found && OtherType && DeadWrites && !DeadWrites->empty())
    return {Reason::ReadBefore, OtherType};
  if (!Found && DeadWrites && !DeadWrites->empty() && Paths.any(throwsUnasked))
    return {Reason::WrittenBefore, DeadWrites->front()};
  if (!Found && Paths.exceptional() && !A.Zeroed)
    return {Reason::ExceptionalPath, W.I};
  return Found;
}

bool Analyser::coversBlock(const Write &W) const {
  if (!Size || !W.Begin || !W.Length)
    return false;
  // A product may be equal as it stands or factor by factor.
  auto Equal = [&](const SCEV *Length, const SCEV *Block) {
    return Sizes.equal(Length, Block, *W.I, Surety::Presumed);
  };
  if (!Equal(W.Length, Size) && !Equal(W.Length, AsItStands) &&
      !(!W.Spread && Equal(W.RunLength, AsItStands)))
    return false;
  if (!W.Stride)
    return W.Begin->isZero();
  // Elements with gaps: what all zeroings of one turn write must be the better
  // part of the element, or zeroing the rest as well would be a loss.
  uint64_t Written = 0;
  for (const Write &Other : Derived.Writes) {
    auto *Begin = dyn_cast_or_null<SCEVConstant>(Other.Begin);
    if (Other.Zero && Other.Plain && Other.Spread == W.Spread &&
        Other.Stride == W.Stride && Begin && Begin->getAPInt().ult(W.Stride))
      Written += Other.Width;
  }
  auto *Begin = dyn_cast<SCEVConstant>(W.Begin);
  return Begin && Begin->getAPInt().ult(W.Stride) && Written * 2 > W.Stride;
}

/// Deleting another write because of this one takes a proof, and no belief in
/// what the instructions say of overflow: one instruction, the very size.
bool Analyser::coversStrictly(const Write &W) const {
  return AsItStands && W.RunBegin && W.RunLength && W.RunBegin->isZero() &&
         Sizes.equal(W.RunLength, AsItStands, *W.I, Surety::Proven);
}

/// Looks whether \p W is the zeroing of the whole block and notes in \p State
/// either that or the first reason why not.
void Analyser::considerFull(const Write &W, ByteState &State) {
  auto Reject = [&](Reason Why, Instruction *Where) {
    // Keep the reason of the zeroing that came closest.
    if (State.Why < Why) {
      State.Why = Why;
      State.Where = Where;
    }
  };
  if (!W.Plain)
    return Reject(Reason::Volatile, W.I);
  if (!Size || !W.Begin || !W.Length)
    return Reject(Reason::Partial, W.I);
  if (!coversBlock(W))
    return Reject(W.Begin->isZero() && !W.Stride &&
                          (W.Spread || !isa<StoreInst>(W.I))
                      ? Reason::SizeMismatch
                      : Reason::Partial,
                  W.I);
  BlockPaths Paths(*A.Call, *W.I);
  SmallVector<Instruction *, 2> Dead;
  if (Obstacle O = obstacleBefore(W, Paths, &Dead))
    return Reject(O.Why, O.Where);
  // A zeroing loop repeats its own writes; a whole zeroing that does is a
  // reset.
  const Loop *Outermost = nullptr;
  for (const Loop *L = Facts.LI.getLoopFor(W.I->getParent());
       L && !L->contains(A.Call); L = L->getParentLoop())
    Outermost = L;
  if (Paths.repeats() && (!W.Spread || W.Spread != Outermost))
    return Reject(Reason::Repeated, W.I);
  auto MayUse = [&](Instruction &I) {
    return isModOrRefSet(AA.getModRefInfo(&I, blockOf(A)));
  };
  EdgeExcuse Excused(A, {Size, AsItStands, W.Length, W.RunLength}, Sizes,
                     Facts.TLI, MayUse);
  bool Certain = true;
  for (auto &[Terminator, Target] : Paths.leavingEdges()) {
    // Out of the loops whose turns were added up: all is zeroed by then.
    if (W.Spread && W.Spread->contains(Terminator->getParent()))
      continue;
    Excuse Found = Excused(*Terminator, Target);
    if (Found == Excuse::None)
      return Reject(Reason::Conditional, Terminator);
    Certain &= Found == Excuse::Certain;
  }
  State.Full = W.I;
  State.EveryPage = Certain && W.Stride <= SmallestPage;
  State.DeadWrites = std::move(Dead);
}

/// Follows the block from its allocation along the one way that it takes while
/// it is not null, adding up the constant ranges that are overwritten, until
/// all are or until something may see a byte. \p ByZero counts the bytes that
/// are zero after that.
bool Analyser::overwrittenBeforeSeen(uint64_t &ByZero) {
  std::optional<uint64_t> Bytes = A.constantSize();
  if (!Bytes || *Bytes == 0 || *Bytes > 4096)
    return false;
  APInt Missing = APInt::getAllOnes(*Bytes);
  APInt Zero = APInt::getZero(*Bytes);
  MemoryLocation Block = blockOf(A);
  auto NoteWrite = [&](Instruction &I) {
    const Write *W = writeBy(I);
    if (!W || !W->Plain)
      return;
    auto *Begin = dyn_cast_or_null<SCEVConstant>(W->RunBegin);
    auto *Length = dyn_cast_or_null<SCEVConstant>(W->RunLength);
    if (!Begin || !Length)
      return;
    uint64_t From = Begin->getAPInt().getLimitedValue(*Bytes);
    uint64_t Count = Length->getAPInt().getLimitedValue(*Bytes - From);
    APInt Range =
        APInt::getBitsSet(*Bytes, From, From + std::min(Count, *Bytes - From));
    Missing &= ~Range;
    Zero = W->Zero ? Zero | Range : Zero & ~Range;
  };

  SmallPtrSet<BasicBlock *, 8> Seen;
  BasicBlock *BB = A.Call->getParent();
  auto It = std::next(A.Call->getIterator());
  if (A.Call->isTerminator())
    return false;
  while (true) {
    for (; It != BB->end(); ++It) {
      Instruction &I = *It;
      if (I.mayReadOrWriteMemory()) {
        if (Budget == 0)
          return false;
        --Budget;
        ModRefInfo Effect = AA.getModRefInfo(&I, Block);
        if (isRefSet(Effect))
          return false;
        if (isModSet(Effect))
          NoteWrite(I);
        if (Missing.isZero()) {
          for (unsigned Byte = 0; Byte != *Bytes; ++Byte)
            ByZero += Zero[Byte];
          return true;
        }
      }
      // Another thread, a handler or a later stage of an unwinding may see a
      // block that has been published.
      if (I.mayThrow() || I.isVolatile() || returnsTwice(I))
        return false;
    }
    auto *Branch = dyn_cast<BranchInst>(BB->getTerminator());
    if (!Branch)
      return false;
    BasicBlock *Next = Branch->getSuccessor(0);
    if (Branch->isConditional()) {
      auto *Null = dyn_cast<ICmpInst>(Branch->getCondition());
      if (!Null || !Null->isEquality() || Null->getOperand(0) != A.Call ||
          !isa<ConstantPointerNull>(Null->getOperand(1)))
        return false;
      Next = Branch->getSuccessor(
          Null->getPredicate() == ICmpInst::ICMP_EQ ? 1 : 0);
    }
    if (Next->getSinglePredecessor() != BB || !Seen.insert(Next).second)
      return false;
    BB = Next;
    It = BB->begin();
  }
}

ByteState Analyser::run() {
  ByteState State;
  if (A.Zeroed) {
    State.Overwritten = overwrittenBeforeSeen(State.OverwrittenByZero);
  } else {
    // The first zeroing that covers the block, in program order.
    for (const Write &W : Derived.Writes)
      if (W.Zero && (!State.Full || Facts.DT.dominates(W.I, State.Full)))
        considerFull(W, State);
    if (!State.Full) {
      if (State.Why == Reason::NotZeroed && Derived.MayBeOther) {
        State.Why = Reason::MayBeOther;
        State.Where = Derived.MayBeOther;
      }
      return State;
    }
    State.Why = Reason::None;
    State.Where = nullptr;
  }
  // The block is zero from the start (or will be): which zeroings are then
  // superfluous?
  for (const Write &W : Derived.Writes) {
    if (!W.Zero || !W.Plain)
      continue;
    if (W.I == State.Full) {
      State.Zeroings.push_back(W.I);
      continue;
    }
    BlockPaths Paths(*A.Call, *W.I);
    if (!obstacleBefore(W, Paths, nullptr))
      State.Zeroings.push_back(W.I);
  }
  return State;
}

} // namespace

ByteState byteStateOf(const Allocation &A, FunctionFacts &Facts) {
  return Analyser(A, Facts).run();
}

} // namespace zeropass
