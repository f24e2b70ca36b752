//===- SizeExpr.cpp - FACTS: symbolic sizes and ranges --------------------===//

#include "SizeExpr.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace zeropass {

namespace {

/// Rewrites an expression into the form that SizeExprs::normalised promises.
class Normaliser : public SCEVRewriteVisitor<Normaliser> {
  const SizeExprs &Sizes;
  const Instruction &Where;
  Surety How;

  bool known(ICmpInst::Predicate Pred, const SCEV *A, const SCEV *B) {
    return SE.isKnownPredicateAt(Pred, A, B, &Where);
  }

  /// An operand of a maximum that a guard shows to be the greatest.
  const SCEV *decided(const SCEVNAryExpr *Max, ICmpInst::Predicate Greatest,
                      const SCEV *Otherwise) {
    for (const SCEV *Candidate : Max->operands())
      if (all_of(Max->operands(), [&](const SCEV *Op) {
            return Op == Candidate || known(Greatest, Candidate, Op);
          }))
        return visit(Candidate);
    return Otherwise;
  }

  /// sext, where it may be presumed factor by factor: rows * cols in int and
  /// the same product in size_t.
  const SCEV *signExtended(const SCEV *Op, Type *Wide) {
    auto *Terms = dyn_cast<SCEVNAryExpr>(Op);
    if (How == Surety::Proven || !Terms || !Terms->hasNoSignedWrap() ||
        !isa<SCEVMulExpr, SCEVAddExpr>(Op))
      return SE.getSignExtendExpr(Op, Wide);
    SmallVector<const SCEV *, 4> Extended;
    for (const SCEV *Term : Terms->operands())
      Extended.push_back(signExtended(Term, Wide));
    return isa<SCEVMulExpr>(Op) ? SE.getMulExpr(Extended)
                                : SE.getAddExpr(Extended);
  }

public:
  Normaliser(ScalarEvolution &SE, const SizeExprs &Sizes,
             const Instruction &Where, Surety How)
      : SCEVRewriteVisitor(SE), Sizes(Sizes), Where(Where), How(How) {}

  // Both extensions become sext where they agree: ScalarEvolution takes a sum
  // or product apart under sext when it cannot overflow as signed, which is
  // what C's int arithmetic gives, and turns sext back into zext by itself
  // where the operand is non-negative everywhere.
  const SCEV *visitSignExtendExpr(const SCEVSignExtendExpr *Expr) {
    return signExtended(visit(Expr->getOperand()), Expr->getType());
  }

  const SCEV *visitZeroExtendExpr(const SCEVZeroExtendExpr *Expr) {
    const SCEV *Op = Expr->getOperand();
    bool Agree = How == Surety::Presumed ||
                 known(ICmpInst::ICMP_SGE, Op, SE.getZero(Op->getType()));
    const SCEV *NewOp = visit(Op);
    return Agree ? signExtended(NewOp, Expr->getType())
                 : SE.getZeroExtendExpr(NewOp, Expr->getType());
  }

  const SCEV *visitSMaxExpr(const SCEVSMaxExpr *Expr) {
    // max(n, 0), the turns of a loop without a guard in front of it.
    if (auto *Least = dyn_cast<SCEVConstant>(Expr->getOperand(0));
        Least && How == Surety::Presumed && Expr->getNumOperands() == 2 &&
        !Least->getAPInt().isStrictlyPositive())
      return visit(Expr->getOperand(1));
    return decided(Expr, ICmpInst::ICMP_SGE,
                   SCEVRewriteVisitor::visitSMaxExpr(Expr));
  }

  const SCEV *visitUMaxExpr(const SCEVUMaxExpr *Expr) {
    return decided(Expr, ICmpInst::ICMP_UGE,
                   SCEVRewriteVisitor::visitUMaxExpr(Expr));
  }

  const SCEV *visitUnknown(const SCEVUnknown *Expr) {
    if (auto *Load = dyn_cast<LoadInst>(Expr->getValue()))
      if (Value *Stored = Sizes.forwarded(*Load))
        if (SE.isSCEVable(Stored->getType()))
          return SE.getSCEV(Stored);
    return Expr;
  }
};

/// Puts one number in the place of one expression.
class NumberFor : public SCEVRewriteVisitor<NumberFor> {
  const SCEV *Counted;
  const SCEV *Number;

public:
  NumberFor(ScalarEvolution &SE, const SCEV *Counted, const APInt &Number)
      : SCEVRewriteVisitor(SE), Counted(Counted),
        Number(SE.getConstant(Number)) {}
  const SCEV *visit(const SCEV *Expr) {
    return Expr == Counted ? Number : SCEVRewriteVisitor::visit(Expr);
  }
};

/// The largest number that the compared count can be when \p Pred holds of it
/// and \p Bound, if the comparison bounds it from above; unsigned bounds only
/// where they leave nothing but zero.
std::optional<APInt> upperBound(ICmpInst::Predicate Pred, const APInt &Bound) {
  switch (Pred) {
  case ICmpInst::ICMP_EQ:
  case ICmpInst::ICMP_SLE:
    return Bound;
  case ICmpInst::ICMP_SLT:
    return Bound.isMinSignedValue() ? std::nullopt
                                    : std::optional<APInt>(Bound - 1);
  case ICmpInst::ICMP_ULT:
    return Bound.isOne() ? std::optional<APInt>(Bound - 1) : std::nullopt;
  case ICmpInst::ICMP_ULE:
    return Bound.isZero() ? std::optional<APInt>(Bound) : std::nullopt;
  default:
    return std::nullopt;
  }
}

} // namespace

Value *SizeExprs::forwarded(LoadInst &Load) const {
  MemoryAccess *Access = MSSA.getMemoryAccess(&Load);
  if (!Access || !Load.isSimple())
    return nullptr;
  auto *Def =
      dyn_cast<MemoryDef>(MSSA.getWalker()->getClobberingMemoryAccess(Access));
  if (!Def || MSSA.isLiveOnEntryDef(Def))
    return nullptr;
  auto *Store = dyn_cast_or_null<StoreInst>(Def->getMemoryInst());
  // The address must be the very value: a store that merely overlaps would
  // also be the clobber.
  if (!Store || !Store->isSimple() ||
      Store->getPointerOperand() != Load.getPointerOperand() ||
      Store->getValueOperand()->getType() != Load.getType())
    return nullptr;
  return Store->getValueOperand();
}

const SCEV *SizeExprs::normalised(const SCEV *Expr, const Instruction &Where,
                                  Surety How) const {
  return Normaliser(SE, *this, Where, How).visit(Expr);
}

bool SizeExprs::equal(const SCEV *A, const SCEV *B, const Instruction &Where,
                      Surety How) const {
  if (A == B)
    return true;
  Type *Wide = Type::getInt64Ty(SE.getContext());
  auto Widened = [&](const SCEV *Expr) {
    return normalised(SE.getNoopOrZeroExtend(Expr, Wide), Where, How);
  };
  if (SE.getTypeSizeInBits(A->getType()) > 64 ||
      SE.getTypeSizeInBits(B->getType()) > 64)
    return false;
  A = Widened(A);
  B = Widened(B);
  return A == B || SE.isKnownPredicateAt(ICmpInst::ICMP_EQ, A, B, &Where);
}

bool SizeExprs::saysEmpty(const ICmpInst &Compare, bool Taken,
                          const SCEV *Size) const {
  if (!Compare.getOperand(0)->getType()->isIntegerTy())
    return false;
  auto *Bound = dyn_cast<ConstantInt>(Compare.getOperand(1));
  if (!Bound)
    return false;
  std::optional<APInt> Most =
      upperBound(Taken ? Compare.getPredicate() : Compare.getInversePredicate(),
                 Bound->getValue());
  const SCEV *Left = SE.getSCEV(Compare.getOperand(0));
  if (!Most)
    return false;
  if (Left == Size)
    return !Most->isStrictlyPositive();
  // n + 1 <= 1 and sext(n) <= 0 speak of n all the same.
  if (auto *Cast = dyn_cast<SCEVIntegralCastExpr>(Left)) {
    unsigned Bits = SE.getTypeSizeInBits(Cast->getOperand()->getType());
    if (!Most->isSignedIntN(Bits))
      return false;
    Most = Most->trunc(Bits);
    Left = Cast->getOperand();
  }
  if (auto *Add = dyn_cast<SCEVAddExpr>(Left);
      Add && Add->getNumOperands() == 2 &&
      isa<SCEVConstant>(Add->getOperand(0))) {
    *Most -= cast<SCEVConstant>(Add->getOperand(0))->getAPInt();
    Left = Add->getOperand(1);
  }
  // No rows times columns: what has all those factors is nothing too.
  auto *Factors = dyn_cast<SCEVMulExpr>(Left);
  auto *Product = dyn_cast<SCEVMulExpr>(Size);
  if (Most->isZero() && Factors && Product &&
      all_of(Factors->operands(), [&](const SCEV *Factor) {
        return is_contained(Product->operands(), Factor);
      }))
    return true;
  // Sizes grow with their counts: what is nothing at the most is nothing.
  auto *AtMost = dyn_cast<SCEVConstant>(NumberFor(SE, Left, *Most).visit(Size));
  return AtMost && !AtMost->getAPInt().isStrictlyPositive();
}

/// How far down a computation is taken apart: each step doubles the work where
/// both operands come from one value, and code that is never reached may even
/// compute a value from itself.
static constexpr unsigned Deepest = 6;

const SCEV *SizeExprs::extended(Value *V, Type *Wide, bool Signed,
                                unsigned Depth) const {
  if (auto *Op = dyn_cast<OverflowingBinaryOperator>(V);
      Op && Depth < Deepest &&
      (Signed ? Op->hasNoSignedWrap() : Op->hasNoUnsignedWrap())) {
    const SCEV *L = extended(Op->getOperand(0), Wide, Signed, Depth + 1);
    const SCEV *R = extended(Op->getOperand(1), Wide, Signed, Depth + 1);
    switch (Op->getOpcode()) {
    case Instruction::Add:
      return SE.getAddExpr(L, R);
    case Instruction::Sub:
      return SE.getMinusSCEV(L, R);
    case Instruction::Mul:
      return SE.getMulExpr(L, R);
    default:
      break;
    }
    auto *Shift = dyn_cast<ConstantInt>(Op->getOperand(1));
    unsigned Bits = Wide->getIntegerBitWidth();
    if (Op->getOpcode() == Instruction::Shl && Shift &&
        Shift->getValue().ult(Bits))
      return SE.getMulExpr(
          L, SE.getConstant(APInt::getOneBitSet(Bits, Shift->getZExtValue())));
  }
  const SCEV *Narrow = SE.getSCEV(V);
  return Signed ? SE.getSignExtendExpr(Narrow, Wide)
                : SE.getZeroExtendExpr(Narrow, Wide);
}

const SCEV *SizeExprs::bytes(Value *V, unsigned Depth) const {
  auto *I = dyn_cast<Instruction>(V);
  if (!I || !V->getType()->isIntegerTy() || Depth == Deepest)
    return SE.getSCEV(V);
  if (isa<SExtInst, ZExtInst>(I)) {
    // zext of what cannot overflow as signed: a count that is not negative.
    auto *Op = dyn_cast<OverflowingBinaryOperator>(I->getOperand(0));
    bool Signed = isa<SExtInst>(I) ||
                  (Op && Op->hasNoSignedWrap() && !Op->hasNoUnsignedWrap());
    return extended(I->getOperand(0), V->getType(), Signed, Depth + 1);
  }
  auto Operand = [&](unsigned Number) {
    return bytes(I->getOperand(Number), Depth + 1);
  };
  switch (I->getOpcode()) {
  case Instruction::Add:
    return SE.getAddExpr(Operand(0), Operand(1));
  case Instruction::Mul:
    return SE.getMulExpr(Operand(0), Operand(1));
  case Instruction::Shl:
    if (auto *Shift = dyn_cast<ConstantInt>(I->getOperand(1));
        Shift && Shift->getValue().ult(V->getType()->getIntegerBitWidth()))
      return SE.getMulExpr(Operand(0), SE.getConstant(APInt::getOneBitSet(
                                           V->getType()->getIntegerBitWidth(),
                                           Shift->getZExtValue())));
    return SE.getSCEV(V);
  default:
    return SE.getSCEV(V);
  }
}

} // namespace zeropass
