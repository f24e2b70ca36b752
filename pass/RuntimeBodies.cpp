//===- RuntimeBodies.cpp - the bodies that travel in the plugin -----------===//

#include "RuntimeBodies.h"
#include "Compat.h"
#include "RuntimeLink.h"

#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MemoryBufferRef.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;
using namespace zeropass;

// Bodies.S
extern "C" {
extern const char zp_bodies_x86_64[] __attribute__((visibility("hidden")));
extern const char zp_bodies_x86_64_end[] __attribute__((visibility("hidden")));
extern const char zp_bodies_aarch64[] __attribute__((visibility("hidden")));
extern const char zp_bodies_aarch64_end[] __attribute__((visibility("hidden")));
}

bool zeropass::setAside(GlobalValue *There) {
  if (!There || !There->hasLocalLinkage())
    return false;
  There->setName(There->getName() + ".local");
  return true;
}

static std::unique_ptr<Module> parseBodies(const Module &M) {
  bool X86 = Triple(M.getTargetTriple()).getArch() == Triple::x86_64;
  StringRef Bytes =
      X86 ? StringRef(zp_bodies_x86_64, zp_bodies_x86_64_end - zp_bodies_x86_64)
          : StringRef(zp_bodies_aarch64,
                      zp_bodies_aarch64_end - zp_bodies_aarch64);
  Expected<std::unique_ptr<Module>> Src = parseBitcodeFile(
      MemoryBufferRef(Bytes, "zeropass runtime"), M.getContext());
  if (!Src)
    report_fatal_error(Twine("zeropass: the plugin's runtime is unreadable: ") +
                       toString(Src.takeError()));
  return std::move(*Src);
}

BodyCloner::BodyCloner(Module &D) : Dst(D), Src(parseBodies(D)) {
  // LLVM knows best what a module's flags ask of a new function: unwind
  // tables, frame pointers, branch protection, return thunks.
  auto *Scratch = Function::createWithDefaultAttr(
      FunctionType::get(Type::getVoidTy(Dst.getContext()), false),
      GlobalValue::InternalLinkage, 0, "", &Dst);
  ModuleAttrs = Scratch->getAttributes().getFnAttrs();
  Scratch->eraseFromParent();
}

void BodyCloner::define(Function &F) {
  Function *Old = Src->getFunction(F.getName());
  if (!Old || Old->isDeclaration())
    return;
  Map[Old] = &F;
  Bodies.push_back({&F, Old});
  // The work list grows as bodies name other functions and state.
  while (!Bodies.empty() || !States.empty()) {
    if (!States.empty()) {
      auto [New, OldVar] = States.pop_back_val();
      need(OldVar->getInitializer());
      New->setInitializer(MapValue(OldVar->getInitializer(), Map));
      continue;
    }
    auto [New, OldFn] = Bodies.pop_back_val();
    for (Instruction &I : instructions(*OldFn))
      for (Value *Op : I.operands())
        if (auto *C = dyn_cast<Constant>(Op))
          need(C);
    cloneBody(*New, *OldFn);
  }
}

/// Maps every global that \p C refers to.
void BodyCloner::need(Constant *C) {
  if (auto *G = dyn_cast<GlobalValue>(C)) {
    if (!Map.count(G))
      Map[G] = counterpart(*G);
    return;
  }
  for (Value *Op : C->operands())
    if (auto *OpC = dyn_cast<Constant>(Op))
      need(OpC);
}

GlobalValue *BodyCloner::counterpart(GlobalValue &G) {
  if (G.isDeclaration())
    return declaration(G);
  GlobalValue *There =
      G.hasLocalLinkage() ? nullptr : Dst.getNamedValue(G.getName());
  if (setAside(There))
    There = nullptr;
  if (There && !There->isDeclaration())
    return There;
  if (auto *Var = dyn_cast<GlobalVariable>(&G)) {
    // A declaration (left by a ThinLTO link that took another module's copy)
    // is replaced: its type, of a named struct, need not be the same one.
    auto *New = new GlobalVariable(Dst, Var->getValueType(), Var->isConstant(),
                                   Var->getLinkage(), nullptr,
                                   There ? "" : Var->getName());
    Made.insert(New);
    if (There) {
      New->takeName(There);
      There->replaceAllUsesWith(New);
      There->eraseFromParent();
    }
    New->copyAttributesFrom(Var);
    adopt(*New, *Var);
    States.push_back({New, Var});
    return New;
  }
  auto *Fn = cast<Function>(&G);
  auto *New = dyn_cast_or_null<Function>(There);
  if (!New) {
    New = Function::Create(Fn->getFunctionType(), Fn->getLinkage(),
                           Fn->getAddressSpace(), Fn->getName(), &Dst);
    Made.insert(New);
  }
  Bodies.push_back({New, Fn});
  return New;
}

/// What libc or the allocator defines, or an intrinsic.
GlobalValue *BodyCloner::declaration(GlobalValue &G) {
  StringRef Name = G.getName();
  GlobalValue *There = Dst.getNamedValue(Name);
  if (There && There->hasLocalLinkage()) {
    // The module's own secret function of that name is not the one meant.
    There->setName(Name + ".local");
    There = nullptr;
  }
  if (There) {
    // Nothing used it, so nothing required it; nor must we.
    if (There->isDeclaration() && There->use_empty() &&
        G.hasExternalWeakLinkage())
      There->setLinkage(GlobalValue::ExternalWeakLinkage);
    return There;
  }
  if (auto *Var = dyn_cast<GlobalVariable>(&G)) {
    auto *New = new GlobalVariable(Dst, Var->getValueType(), Var->isConstant(),
                                   Var->getLinkage(), nullptr, Name);
    New->copyAttributesFrom(Var);
    Made.insert(New);
    return New;
  }
  auto *Fn = cast<Function>(&G);
  auto *New = Function::Create(Fn->getFunctionType(), Fn->getLinkage(),
                               Fn->getAddressSpace(), Name, &Dst);
  New->copyAttributesFrom(Fn);
  Made.insert(New);
  return New;
}

/// One copy for the whole program, seen by nobody outside of it.
void BodyCloner::adopt(GlobalObject &New, const GlobalObject &Old) {
  if (Old.hasLocalLinkage())
    return;
  New.setLinkage(GlobalValue::LinkOnceODRLinkage);
  New.setVisibility(GlobalValue::HiddenVisibility);
  New.setDSOLocal(true);
  New.setComdat(Dst.getOrInsertComdat(New.getName()));
}

/// Module-wide choices of the user's that are function attributes; a body has
/// the runtime's own and gets the module's.
static bool isModuleWide(StringRef Kind) {
  return Kind == "frame-pointer" || Kind == "branch-target-enforcement" ||
         Kind == "guarded-control-stack" ||
         Kind == "branch-protection-pauth-lr" ||
         Kind.starts_with("sign-return-address");
}

void BodyCloner::cloneBody(Function &New, Function &Old) {
  AttributeList Declared = New.getAttributes();
  for (auto [NewArg, OldArg] : zip(New.args(), Old.args())) {
    NewArg.setName(OldArg.getName());
    Map[&OldArg] = &NewArg;
  }
  // A prototype in the user's source may have left its description behind.
  New.setSubprogram(nullptr);
  New.setLinkage(Old.getLinkage());
  SmallVector<ReturnInst *, 4> Returns;
  CloneFunctionInto(&New, &Old, Map, CloneFunctionChangeType::DifferentModule,
                    Returns);
  adopt(New, Old);

  // The body keeps its baseline target-cpu and target-features: one object of
  // -march=native must not put AVX into the copy that all objects share.
  LLVMContext &Ctx = Dst.getContext();
  AttrBuilder Attrs(Ctx, Old.getAttributes().getFnAttrs());
  Attrs.removeAttribute(Attribute::UWTable);
  for (const Attribute &A : Old.getAttributes().getFnAttrs())
    if (A.isStringAttribute() &&
        (A.getKindAsString().starts_with("no-builtin") ||
         isModuleWide(A.getKindAsString())))
      Attrs.removeAttribute(A.getKindAsString());
  for (const Attribute &A : ModuleAttrs)
    if (!A.isStringAttribute() || !A.getKindAsString().starts_with("target-"))
      Attrs.addAttribute(A);
  // What the declaration promised LLVM about an allocation holds still.
  Attrs.merge(AttrBuilder(Ctx, Declared.getFnAttrs()));
  New.setAttributes(AttributeList::get(
      Ctx, AttributeSet::get(Ctx, Attrs),
      Old.getAttributes().getRetAttrs().addAttributes(Ctx,
                                                      Declared.getRetAttrs()),
      [&] {
        SmallVector<AttributeSet, 4> Params;
        for (unsigned I = 0; I != Old.arg_size(); ++I)
          Params.push_back(Old.getAttributes().getParamAttrs(I));
        return Params;
      }()));

  // No later run may take the runtime's own allocations for the user's. And a
  // place in the runtime's source is none in the user's.
  for (Instruction &I : instructions(New)) {
    I.setMetadata("srcloc", nullptr);
    auto *CB = dyn_cast<CallBase>(&I);
    if (!CB || CB->isInlineAsm() || isa<IntrinsicInst>(CB))
      continue;
    Function *Callee = CB->getCalledFunction();
    if (!Callee || !isRuntimeName(Callee->getName()))
      CB->addFnAttr(Attribute::get(Ctx, MarkAttr, "done"));
  }
}

bool zeropass::eraseIfUnused(GlobalValue &G) {
  G.removeDeadConstantUsers();
  if (!G.use_empty())
    return false;
  Module &M = *G.getParent();
  std::string Comdat;
  if (auto *GO = dyn_cast<GlobalObject>(&G))
    if (GO->hasComdat())
      Comdat = GO->getComdat()->getName().str();
  G.eraseFromParent();
  if (!Comdat.empty())
    M.getComdatSymbolTable().erase(Comdat);
  return true;
}

void BodyCloner::dropUnused() {
  // Cloning from another module leaves an empty list of compile units, which
  // readers of bitcode without debug info complain of.
  if (NamedMDNode *Units = Dst.getNamedMetadata("llvm.dbg.cu"))
    if (Units->getNumOperands() == 0)
      Units->eraseFromParent();
  for (bool Again = true; Again;) {
    Again = false;
    for (GlobalValue *G : SmallVector<GlobalValue *, 16>(Made.getArrayRef()))
      if (eraseIfUnused(*G)) {
        Made.remove(G);
        Again = true;
      }
  }
}
