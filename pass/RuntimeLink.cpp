//===- RuntimeLink.cpp - brings the runtime's bodies in -------------------===//
//
// Says where the bodies fit, declares the runtime functions, has their bodies
// brought in, inlines our own calls to them.
//
//===----------------------------------------------------------------------===//
#include "RuntimeLink.h"
#include "Compat.h"
#include "RuntimeBodies.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/CodeGen.h"
#include "llvm/Support/ModRef.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;
using namespace zeropass;

// Of the host's, where it has them.
extern "C" {
void LLVMInitializeX86AsmParser() __attribute__((weak));
void LLVMInitializeAArch64AsmParser() __attribute__((weak));
}

namespace {

constexpr const char LibraryPrefix[] = "__zp_";

/// What LLVM is told of a function.
enum class Role {
  ZeroedMalloc, ///< what malloc and a zeroing in the program were
  Calloc,       ///< what LLVM holds of calloc
  Heap,         ///< works on the allocator before anything else has run
  Count,        ///< chains its argument into a list that nobody else reads
  Opaque,       ///< nothing: no rewrite calls it yet
};

struct RuntimeRow {
  const char *Name;
  StringLiteral Type;
  Role What;
};

constexpr RuntimeRow Rows[] = {
#define ZEROPASS_RUNTIME(Id, Name, Type, What) {Name, Type, Role::What},
#include "Runtime.def"
};

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

static AttrBuilder runtimeAttributes(LLVMContext &Ctx, Role What) {
  AttrBuilder B(Ctx);
  if (What == Role::Opaque)
    return B;
  B.addAttribute(Attribute::NoUnwind);
  B.addAttribute(Attribute::WillReturn);
  if (What == Role::Heap)
    return B;
  if (What == Role::Count) {
    B.addMemoryAttr(MemoryEffects::inaccessibleOrArgMemOnly());
    return B;
  }
  MemoryEffects Effects = MemoryEffects::inaccessibleMemOnly();
  // LLVM holds that malloc leaves errno alone. The zeroing that went kept it
  // from holding that of the whole function too, in a full LTO link.
  if (What == Role::ZeroedMalloc)
    Effects |= MemoryEffects::writeOnly();
  B.addMemoryAttr(Effects);
  B.addAllocKindAttr(AllocFnKind::Alloc | AllocFnKind::Zeroed);
  B.addAttribute("alloc-family", "malloc");
  B.addAllocSizeAttr(0, What == Role::Calloc ? std::optional<unsigned>(1)
                                             : std::nullopt);
  return B;
}

/// The type that the letters of a row stand for.
static FunctionType *runtimeType(const Module &M, StringRef Letters) {
  LLVMContext &Ctx = M.getContext();
  auto Of = [&](char Letter) -> Type * {
    switch (Letter) {
    case 'p':
      return PointerType::get(Ctx, 0);
    case 'z':
      return M.getDataLayout().getIntPtrType(Ctx);
    case 'h':
      return Type::getInt32Ty(Ctx);
    default:
      return Type::getVoidTy(Ctx);
    }
  };
  auto [Result, Arguments] = Letters.split(':');
  SmallVector<Type *, 5> Types;
  for (char Letter : Arguments)
    Types.push_back(Of(Letter));
  return FunctionType::get(Of(Result.front()), Types, /*isVarArg=*/false);
}

FunctionCallee zeropass::declareRuntime(Module &M, RuntimeFn Fn,
                                        const Options &Opts) {
  const RuntimeRow &Row = Rows[static_cast<unsigned>(Fn)];
  bool Embedded = Opts.Runtime == RuntimeKind::Embedded;
  std::string Name =
      std::string(Embedded ? EmbeddedPrefix : LibraryPrefix) + Row.Name;

  bool Existed = M.getNamedValue(Name) != nullptr;
  if (Embedded && setAside(M.getNamedValue(Name)))
    Existed = false;
  FunctionCallee Callee = M.getOrInsertFunction(Name, runtimeType(M, Row.Type));
  auto *F = dyn_cast<Function>(Callee.getCallee());
  if (Existed || !F)
    return Callee;
  F->addFnAttrs(runtimeAttributes(M.getContext(), Row.What));
  if (Row.What == Role::ZeroedMalloc || Row.What == Role::Calloc)
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
    Cloner.emplace(M);
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
