//===- SizeExpr.cpp - FACTS: symbolic sizes and ranges --------------------===//

#include "SizeExpr.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"

using namespace llvm;

namespace zeropass {

namespace {

/// Rewrites an expression into the form that SizeExprs::normalised promises.
class Normaliser : public SCEVRewriteVisitor<Normaliser> {
  const SizeExprs &Sizes;
  const Instruction &Where;

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

public:
  Normaliser(ScalarEvolution &SE, const SizeExprs &Sizes,
             const Instruction &Where)
      : SCEVRewriteVisitor(SE), Sizes(Sizes), Where(Where) {}

  // Both extensions become sext where they agree: ScalarEvolution takes a sum
  // or product apart under sext when it cannot overflow as signed, which is
  // what C's int arithmetic gives, and turns sext back into zext by itself
  // where the operand is non-negative everywhere.
  const SCEV *visitZeroExtendExpr(const SCEVZeroExtendExpr *Expr) {
    const SCEV *Op = Expr->getOperand();
    bool Agree = known(ICmpInst::ICMP_SGE, Op, SE.getZero(Op->getType()));
    const SCEV *NewOp = visit(Op);
    return Agree ? SE.getSignExtendExpr(NewOp, Expr->getType())
                 : SE.getZeroExtendExpr(NewOp, Expr->getType());
  }

  const SCEV *visitSMaxExpr(const SCEVSMaxExpr *Expr) {
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

/// Puts zero in the place of one value.
class ZeroFor : public SCEVRewriteVisitor<ZeroFor> {
  const Value *Counted;

public:
  ZeroFor(ScalarEvolution &SE, const Value *Counted)
      : SCEVRewriteVisitor(SE), Counted(Counted) {}
  const SCEV *visitUnknown(const SCEVUnknown *Expr) {
    return Expr->getValue() == Counted ? SE.getZero(Expr->getType()) : Expr;
  }
};

/// What a count is, below extensions and multiplications that keep zero zero.
const SCEV *counted(const SCEV *Expr) {
  while (true) {
    if (auto *Cast = dyn_cast<SCEVIntegralCastExpr>(Expr)) {
      Expr = Cast->getOperand();
      continue;
    }
    auto *Mul = dyn_cast<SCEVMulExpr>(Expr);
    if (!Mul || Mul->getNumOperands() != 2 ||
        !isa<SCEVConstant>(Mul->getOperand(0)))
      return Expr;
    Expr = Mul->getOperand(1);
  }
}

} // namespace

Value *SizeExprs::forwarded(LoadInst &Load) const {
  MemoryAccess *Access = MSSA.getMemoryAccess(&Load);
  if (!Access || !Load.isSimple())
    return nullptr;
  auto *Def = dyn_cast<MemoryDef>(
      MSSA.getWalker()->getClobberingMemoryAccess(Access));
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

const SCEV *SizeExprs::normalised(const SCEV *Expr,
                                  const Instruction &Where) const {
  return Normaliser(SE, *this, Where).visit(Expr);
}

bool SizeExprs::equal(const SCEV *A, const SCEV *B,
                      const Instruction &Where) const {
  if (A == B)
    return true;
  Type *Wide = Type::getInt64Ty(SE.getContext());
  auto Widened = [&](const SCEV *Expr) {
    return normalised(SE.getNoopOrZeroExtend(Expr, Wide), Where);
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
  if (!SE.isSCEVable(Compare.getOperand(0)->getType()) ||
      !Compare.getOperand(0)->getType()->isIntegerTy())
    return false;
  ICmpInst::Predicate Pred =
      Taken ? Compare.getPredicate() : Compare.getInversePredicate();
  const SCEV *Left = SE.getSCEV(Compare.getOperand(0));
  auto *Bound = dyn_cast<SCEVConstant>(SE.getSCEV(Compare.getOperand(1)));
  if (!Bound)
    return false;
  const APInt &C = Bound->getAPInt();
  bool NoneLeft = (Pred == ICmpInst::ICMP_EQ && C.isZero()) ||
                  (Pred == ICmpInst::ICMP_ULT && C.isOne()) ||
                  (Pred == ICmpInst::ICMP_ULE && C.isZero()) ||
                  (Pred == ICmpInst::ICMP_SLT && (C.isOne() || C.isZero())) ||
                  (Pred == ICmpInst::ICMP_SLE && C.isZero());
  if (!NoneLeft)
    return false;
  if (counted(Left) == counted(Size))
    return true;
  auto *Unknown = dyn_cast<SCEVUnknown>(counted(Left));
  return Unknown && ZeroFor(SE, Unknown->getValue()).visit(Size)->isZero();
}

} // namespace zeropass
