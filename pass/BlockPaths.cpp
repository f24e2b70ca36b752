//===- BlockPaths.cpp - FACTS: the ways from allocation to use ------------===//

#include "BlockPaths.h"
#include "llvm/Analysis/MemoryBuiltins.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/IR/ProfDataUtils.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace zeropass {

/// Regions and discard searches beyond these sizes are not worth the compile
/// time: the largest region seen in SQLite that led to a rewrite had 12 blocks.
static constexpr unsigned MaxBlocks = 256;
static constexpr unsigned MaxDiscardBlocks = 32;

BlockPaths::BlockPaths(Instruction &From, Instruction &To)
    : From(From), To(To) {
  BasicBlock *Start = From.getParent();
  if (Start == To.getParent() && From.comesBefore(&To)) {
    SameBlock = true;
    return;
  }
  SmallVector<BasicBlock *, 16> Work(predecessors(To.getParent()));
  while (!Work.empty()) {
    BasicBlock *BB = Work.pop_back_val();
    if (BB == Start || !Between.insert(BB))
      continue;
    if (Between.size() > MaxBlocks) {
      Complete = false;
      return;
    }
    append_range(Work, predecessors(BB));
  }
}

void BlockPaths::accesses(MemorySSA &MSSA,
                          function_ref<bool(Instruction &)> Visit) const {
  // From First, or the block's beginning, to Last, or the block's end.
  auto Walk = [&](const BasicBlock *BB, const Instruction *First,
                  const Instruction *Last) {
    const MemorySSA::AccessList *List = MSSA.getBlockAccesses(BB);
    if (!List)
      return true;
    auto It = List->begin();
    // Blocks of generated code are long, and walked for each of their writes.
    if (const MemoryAccess *Known =
            First ? MSSA.getMemoryAccess(First) : nullptr)
      It = std::next(Known->getIterator());
    for (; It != List->end(); ++It) {
      auto *UseOrDef = dyn_cast<MemoryUseOrDef>(&*It);
      if (!UseOrDef)
        continue;
      Instruction *I = UseOrDef->getMemoryInst();
      if (Last && !I->comesBefore(Last))
        return true;
      if (I != &To && !(First && I->comesBefore(First)) && !Visit(*I))
        return false;
    }
    return true;
  };

  if (SameBlock) {
    Walk(From.getParent(), &From, &To);
    return;
  }
  if (!Walk(From.getParent(), &From, nullptr))
    return;
  for (BasicBlock *BB : Between)
    if (!Walk(BB, nullptr, nullptr))
      return;
  if (!repeats())
    Walk(To.getParent(), nullptr, &To);
}

bool BlockPaths::any(function_ref<bool(const Instruction &)> Holds) const {
  auto In = [&](BasicBlock::iterator First, BasicBlock::iterator End) {
    return std::any_of(First, End, Holds);
  };
  auto First = std::next(From.getIterator());
  if (SameBlock)
    return In(First, To.getIterator());
  return In(First, From.getParent()->end()) ||
         any_of(Between,
                [&](BasicBlock *BB) { return In(BB->begin(), BB->end()); }) ||
         (!repeats() && In(To.getParent()->begin(), To.getIterator()));
}

bool BlockPaths::exceptional() const {
  return (!SameBlock && To.getParent()->isEHPad()) ||
         any_of(Between, [](BasicBlock *BB) { return BB->isEHPad(); });
}

SmallVector<std::pair<Instruction *, BasicBlock *>, 4>
BlockPaths::leavingEdges() const {
  SmallVector<std::pair<Instruction *, BasicBlock *>, 4> Edges;
  if (SameBlock)
    return Edges;
  auto Collect = [&](BasicBlock *BB) {
    Instruction *Terminator = BB->getTerminator();
    for (BasicBlock *Succ : successors(BB))
      if (Succ != To.getParent() && !Between.contains(Succ))
        Edges.push_back({Terminator, Succ});
    // A block that ends the function instead of going on leaves too.
    if (succ_empty(BB))
      Edges.push_back({Terminator, nullptr});
  };
  Collect(From.getParent());
  for (BasicBlock *BB : Between)
    if (BB != To.getParent())
      Collect(BB);
  return Edges;
}

bool EdgeExcuse::byCondition(Value *Condition, bool Taken, bool Any,
                             unsigned Depth) const {
  if (Depth > 6)
    return false;
  Value *L, *R;
  auto Sub = [&](Value *V, bool T) {
    return byCondition(V, T, Any, Depth + 1);
  };
  if (match(Condition, m_Not(m_Value(L))))
    return Sub(L, !Taken);
  if (auto *Freeze = dyn_cast<FreezeInst>(Condition))
    return Sub(Freeze->getOperand(0), Taken);
  // Of "both hold" one excuse is enough; of "one of them holds" each needs one.
  if (match(Condition, m_LogicalAnd(m_Value(L), m_Value(R))))
    return Taken ? Sub(L, true) || Sub(R, true)
                 : Sub(L, false) && Sub(R, false);
  if (match(Condition, m_LogicalOr(m_Value(L), m_Value(R))))
    return Taken ? Sub(L, true) && Sub(R, true)
                 : Sub(L, false) || Sub(R, false);
  auto *Compare = dyn_cast<ICmpInst>(Condition);
  if (!Compare)
    return false;
  ICmpInst::Predicate Pred =
      Taken ? Compare->getPredicate() : Compare->getInversePredicate();
  if (Pred == ICmpInst::ICMP_EQ &&
      isa<ConstantPointerNull>(Compare->getOperand(1))) {
    Value *Tested = Compare->getOperand(0);
    if (auto *Load = dyn_cast<LoadInst>(Tested))
      if (Value *Stored = Sizes.forwarded(*Load))
        Tested = Stored;
    if (Tested == A.Call || (Any && returnsFreshBlock(Tested, TLI)))
      return true;
  }
  return any_of(SizeForms, [&](const SCEV *Size) {
    return Sizes.saysEmpty(*Compare, Taken, Size);
  });
}

/// Whether from \p Target on every path frees the block, or ends the program,
/// before the function works on it: certainly, if nobody who has come to know
/// the block can work on it either. A longjmp or a server's endless loop ends
/// the function, but not the use of a block.
Excuse EdgeExcuse::discardsBlock(BasicBlock *Target) const {
  Excuse Found = Excuse::Certain;
  bool Ends = false;
  SmallPtrSet<BasicBlock *, 16> Seen;
  SmallVector<BasicBlock *, 16> Work{Target};
  SmallPtrSet<const Value *, 8> Aliases{A.Call};
  auto Frees = [&](CallBase &CB) {
    Value *Freed = getFreedOperand(&CB, &TLI);
    if (!Freed)
      return false;
    Freed = Freed->stripPointerCasts();
    if (auto *Load = dyn_cast<LoadInst>(Freed))
      if (Value *Stored = Sizes.forwarded(*Load))
        Freed = Stored;
    return Aliases.contains(Freed);
  };
  while (!Work.empty()) {
    BasicBlock *BB = Work.pop_back_val();
    if (!Seen.insert(BB).second)
      continue;
    if (Seen.size() > MaxDiscardBlocks || BB == A.Call->getParent())
      return Excuse::None;
    bool Discarded = false;
    for (Instruction &I : *BB) {
      // A shared cleanup label frees a phi of the block and null.
      if (auto *Phi = dyn_cast<PHINode>(&I)) {
        if (any_of(Phi->incoming_values(),
                   [&](Value *V) { return Aliases.contains(V); }))
          Aliases.insert(Phi);
        continue;
      }
      auto *CB = dyn_cast<CallBase>(&I);
      if (CB && Frees(*CB)) {
        Discarded = true;
        break;
      }
      if (isa<ICmpInst>(I))
        continue;
      if (any_of(I.operands(), [&](Value *V) { return Aliases.contains(V); }))
        return Excuse::None;
      if (MayUse(I))
        Found = Excuse::Hardly;
      if (CB && CB->doesNotReturn()) {
        Discarded = true;
        break;
      }
    }
    Ends |= Discarded || succ_empty(BB);
    if (Discarded || isa<UnreachableInst>(BB->getTerminator()))
      continue;
    if (succ_empty(BB))
      return Excuse::None;
    append_range(Work, successors(BB));
  }
  return Ends ? Found : Excuse::None;
}

Excuse EdgeExcuse::operator()(Instruction &Terminator,
                              BasicBlock *Target) const {
  // Off the end: a return keeps the block, unreachable does not come about.
  if (!Target)
    return isa<UnreachableInst>(Terminator) ? Excuse::Certain : Excuse::None;
  Excuse Discarded = discardsBlock(Target);
  auto Otherwise = [&](bool Hardly) {
    return Hardly ? std::max(Discarded, Excuse::Hardly) : Discarded;
  };
  if (auto *Invoke = dyn_cast<InvokeInst>(&Terminator))
    return Invoke->getUnwindDest() == Target ? Otherwise(true) : Excuse::None;
  auto *Branch = dyn_cast<BranchInst>(&Terminator);
  if (!Branch || !Branch->isConditional())
    return Otherwise(false);
  bool Taken = Branch->getSuccessor(0) == Target;
  uint64_t True, False;
  bool Weighed = extractBranchWeights(*Branch, True, False) && True + False;
  uint64_t Leaves = Weighed ? (Taken ? True : False) : 0;
  // An empty range costs nothing however often it comes.
  if (byCondition(Branch->getCondition(), Taken, /*Any=*/false))
    return Excuse::Certain;
  if (byCondition(Branch->getCondition(), Taken, /*Any=*/true) ||
      (Weighed && Leaves * 16 < True + False))
    return Otherwise(true);
  return !Weighed || Leaves * 2 <= True + False ? Otherwise(false)
                                                : Excuse::None;
}

} // namespace zeropass
