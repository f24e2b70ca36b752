//===- RuntimeLink.cpp - brings the runtime's bodies in
//--------------------===//
//
// Declares the runtime functions, clones their bodies out of the bitcode that
// the plugin carries, inlines our own calls to them, drops the rest.
//
//===----------------------------------------------------------------------===//
#include "RuntimeLink.h"
#include "Compat.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/CodeGen.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MemoryBufferRef.h"
#include "llvm/Support/ModRef.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

using namespace llvm;
using namespace zeropass;

// Of the host's, where it has them.
extern "C" {
void LLVMInitializeX86AsmParser() __attribute__((weak));
void LLVMInitializeAArch64AsmParser() __attribute__((weak));
}

// Bodies.S
extern "C" {
extern const char zp_bodies_x86_64[] __attribute__((visibility("hidden")));
extern const char zp_bodies_x86_64_end[] __attribute__((visibility("hidden")));
extern const char zp_bodies_aarch64[] __attribute__((visibility("hidden")));
extern const char zp_bodies_aarch64_end[] __attribute__((visibility("hidden")));
}

namespace {

constexpr const char EmbeddedPrefix[] = "__zp1_";
constexpr const char LibraryPrefix[] = "__zp_";

enum class Signature {
  Size,      ///< ptr(size)
  CountSize, ///< ptr(size, size)
  Site,      ///< void(ptr)
};

struct RuntimeRow {
  const char *Name;
  Signature Sig;
  AllocFnKind Kind;
};

constexpr RuntimeRow Rows[] = {
#define ZEROPASS_RUNTIME(Id, Name, Sig, Kind) {Name, Signature::Sig, Kind},
#include "Runtime.def"
};

bool isRuntimeName(StringRef Name) { return Name.starts_with(EmbeddedPrefix); }

} // namespace

//===----------------------------------------------------------------------===//
// Where the bodies fit
//===----------------------------------------------------------------------===//

/// Whether the "target-features" \p List forbids the registers that the bodies'
/// code zeroes with.
static bool forbidsVectors(StringRef List, bool X86) {
  SmallVector<StringRef, 32> Features;
  List.split(Features, ',');
  return is_contained(Features, "+soft-float") ||
         is_contained(Features, X86 ? "-sse2" : "-neon");
}

/// Whether the host can turn the bodies' inline assembly into an object. flang
/// registers no assembly parser, but has them in libLLVM. A host without any
/// code generator (opt need not have one) leaves that to another.
static bool hostParsesAssembly(const Triple &T) {
  const Target *Host = hostTarget(T);
  if (!Host || Host->hasMCAsmParser())
    return true;
  auto *Register = T.getArch() == Triple::x86_64
                       ? LLVMInitializeX86AsmParser
                       : LLVMInitializeAArch64AsmParser;
  if (Register)
    Register();
  return Host->hasMCAsmParser();
}

std::optional<StringRef> zeropass::whyNoBodies(const Module &M,
                                               const Options &Opts) {
  Triple T(M.getTargetTriple());
  if (M.getDataLayout().getPointerSizeInBits() != 64)
    return StringRef("the pointers of the target are not 64 bits wide");
  if (!T.isOSBinFormatELF())
    return StringRef("the target's object format is not ELF");
  if (Opts.Runtime == RuntimeKind::Library && !Opts.Count)
    return std::nullopt;

  bool X86 = T.getArch() == Triple::x86_64;
  if (!X86 && T.getArch() != Triple::aarch64)
    return StringRef("the runtime has no bodies for this architecture; use "
                     "runtime=library");
  if (!T.isOSLinux())
    return StringRef("the runtime's bodies are for Linux; use "
                     "runtime=library");
  if (!hostParsesAssembly(T))
    return StringRef("the compiler cannot parse the assembly in the runtime's "
                     "bodies; use runtime=library");
  if (std::optional<CodeModel::Model> Model = M.getCodeModel())
    if (*Model == CodeModel::Kernel || *Model == CodeModel::Large)
      return StringRef("the runtime's bodies do not fit the kernel or large "
                       "code model; use runtime=library");
  StringRef Checked; // most functions of a module have the same features
  for (const Function &F : M) {
    if (F.hasFnAttribute(Attribute::NoRedZone))
      return StringRef("the module is compiled without red zone; use "
                       "runtime=library");
    StringRef Features = F.getFnAttribute("target-features").getValueAsString();
    bool Forbids =
        Features.data() != Checked.data() && forbidsVectors(Features, X86);
    Checked = Features;
    if (Forbids || F.hasFnAttribute(Attribute::NoImplicitFloat))
      return StringRef("the module may not use vector registers; use "
                       "runtime=library");
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Declarations
//===----------------------------------------------------------------------===//

static AttrBuilder runtimeAttributes(LLVMContext &Ctx, const RuntimeRow &Row) {
  AttrBuilder B(Ctx);
  B.addAttribute(Attribute::NoUnwind);
  B.addAttribute(Attribute::WillReturn);
  if (Row.Sig == Signature::Site) {
    // The site is chained into a list that nobody else reads.
    B.addMemoryAttr(MemoryEffects::inaccessibleOrArgMemOnly());
    return B;
  }
  MemoryEffects Effects = MemoryEffects::inaccessibleMemOnly();
  // LLVM holds that malloc leaves errno alone. The zeroing that went kept it
  // from holding that of the whole function too, in a full LTO link.
  if (Row.Sig == Signature::Size)
    Effects |= MemoryEffects::writeOnly();
  B.addMemoryAttr(Effects);
  B.addAllocKindAttr(AllocFnKind::Alloc | Row.Kind);
  B.addAttribute("alloc-family", "malloc");
  B.addAllocSizeAttr(0, Row.Sig == Signature::CountSize
                            ? std::optional<unsigned>(1)
                            : std::nullopt);
  return B;
}

/// Whether \p There, brought in by an earlier compilation, has become the
/// module's own in a link. The optimiser has adapted it to the calls that it
/// saw (constant arguments, another calling convention), so it is not for new
/// calls: it makes way for a fresh copy.
static bool setAside(GlobalValue *There) {
  if (!There || !There->hasLocalLinkage())
    return false;
  There->setName(There->getName() + ".local");
  return true;
}

FunctionCallee zeropass::declareRuntime(Module &M, RuntimeFn Fn,
                                        const Options &Opts) {
  const RuntimeRow &Row = Rows[static_cast<unsigned>(Fn)];
  bool Embedded = Opts.Runtime == RuntimeKind::Embedded;
  std::string Name =
      std::string(Embedded ? EmbeddedPrefix : LibraryPrefix) + Row.Name;

  LLVMContext &Ctx = M.getContext();
  Type *Size = M.getDataLayout().getIntPtrType(Ctx);
  Type *Ptr = PointerType::get(Ctx, 0);
  FunctionType *Ty = nullptr;
  switch (Row.Sig) {
  case Signature::Size:
    Ty = FunctionType::get(Ptr, {Size}, false);
    break;
  case Signature::CountSize:
    Ty = FunctionType::get(Ptr, {Size, Size}, false);
    break;
  case Signature::Site:
    Ty = FunctionType::get(Type::getVoidTy(Ctx), {Ptr}, false);
    break;
  }
  bool Existed = M.getNamedValue(Name) != nullptr;
  if (Embedded && setAside(M.getNamedValue(Name)))
    Existed = false;
  FunctionCallee Callee = M.getOrInsertFunction(Name, Ty);
  auto *F = dyn_cast<Function>(Callee.getCallee());
  if (Existed || !F)
    return Callee;
  F->addFnAttrs(runtimeAttributes(Ctx, Row));
  if (Row.Sig != Signature::Site)
    F->addRetAttr(Attribute::NoAlias);
  if (Embedded) {
    F->setVisibility(GlobalValue::HiddenVisibility);
    F->setDSOLocal(true);
  }
  return Callee;
}

//===----------------------------------------------------------------------===//
// Bodies
//===----------------------------------------------------------------------===//

namespace {

/// Copies functions and state out of the runtime's module, with whatever they
/// refer to. A copy, not a link: the linker would merge module flags.
class BodyCloner {
  Module &Dst;
  std::unique_ptr<Module> Src;
  ValueToValueMapTy Map;
  SmallSetVector<GlobalValue *, 16> Made; ///< what this run added to Dst
  SmallVector<std::pair<Function *, Function *>, 8> Bodies;
  SmallVector<std::pair<GlobalVariable *, GlobalVariable *>, 8> States;
  AttributeSet ModuleAttrs; ///< what Dst asks of all its functions

public:
  BodyCloner(Module &Dst, std::unique_ptr<Module> Src);

  /// Gives the declaration \p F its body.
  void define(Function &F);
  /// Drops those of the new globals that nothing refers to.
  void dropUnused();

private:
  void need(Constant *C);
  GlobalValue *counterpart(GlobalValue &G);
  GlobalValue *declaration(GlobalValue &G);
  void adopt(GlobalObject &New, const GlobalObject &Old);
  void cloneBody(Function &New, Function &Old);
};

} // namespace

BodyCloner::BodyCloner(Module &D, std::unique_ptr<Module> S)
    : Dst(D), Src(std::move(S)) {
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

/// Erases \p G and its comdat if nothing refers to it. Returns true if so.
static bool eraseIfUnused(GlobalValue &G) {
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

//===----------------------------------------------------------------------===//
// The whole
//===----------------------------------------------------------------------===//

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

/// Small code is asked for by calling, not by inlining.
static bool mayInlineInto(const Function &Caller) {
  return !Caller.hasOptSize() && !Caller.hasOptNone() &&
         !isRuntimeName(Caller.getName());
}

static bool inlineCalls(Function &Callee,
                        SmallPtrSetImpl<Function *> &Touched) {
  if (Callee.isDeclaration() || Callee.hasFnAttribute(Attribute::NoInline))
    return false;
  SmallVector<CallBase *, 32> Calls;
  for (User *U : Callee.users())
    if (auto *CB = dyn_cast<CallBase>(U))
      if (CB->getCalledFunction() == &Callee &&
          mayInlineInto(*CB->getFunction()))
        Calls.push_back(CB);
  bool Changed = false;
  for (CallBase *CB : Calls) {
    Function *Caller = CB->getFunction();
    if (!CB->getDebugLoc())
      if (DISubprogram *SP = Caller->getSubprogram())
        CB->setDebugLoc(DILocation::get(Caller->getContext(), 0, 0, SP));
    InlineFunctionInfo IFI;
    if (!InlineFunction(*CB, IFI).isSuccess())
      continue;
    Touched.insert(Caller);
    Changed = true;
  }
  return Changed;
}

bool zeropass::bringBodies(Module &M, SmallPtrSetImpl<Function *> &Touched) {
  SmallVector<Function *, 4> Entries;
  bool Missing = false;
  for (const RuntimeRow &Row : Rows)
    if (Function *F = M.getFunction(std::string(EmbeddedPrefix) + Row.Name)) {
      Entries.push_back(F);
      Missing |= F->isDeclaration() && !F->use_empty();
    }
  if (Entries.empty())
    return false;

  bool Changed = false;
  std::optional<BodyCloner> Cloner;
  if (Missing) {
    Cloner.emplace(M, parseBodies(M));
    for (Function *F : Entries)
      if (F->isDeclaration() && !F->use_empty())
        Cloner->define(*F);
    Changed = true;
  }
  for (Function *F : Entries)
    Changed |= inlineCalls(*F, Touched);
  for (Function *F : Entries)
    if (F->hasLinkOnceLinkage() || F->isDeclaration())
      Changed |= eraseIfUnused(*F);
  if (Cloner)
    Cloner->dropUnused();
  return Changed;
}
