//===- Options.cpp - every option of the plugin -----------------*- C++ -*-===//
//
// Reads the options of Options.def from their three sources. The command line
// options are created when the host check has passed, never by a static
// initialiser: a static cl::opt crashes a host of another LLVM in dlopen.
//
//===----------------------------------------------------------------------===//
#include "Options.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/GlobPattern.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>
#include <sys/auxv.h>
#include <unistd.h>

using namespace llvm;
using namespace zeropass;

namespace {

/// "name=value" as a source gives it; HasValue tells "count" from "count=".
struct Setting {
  StringRef Name, Value;
  bool HasValue;
};

struct OptionInfo {
  const char *Name, *Flag, *Help;
};

constexpr OptionInfo OptionList[] = {
#define ZEROPASS_OPTION(Field, Name, Type, Default, Help)                      \
  {Name, "zeropass-" Name, Help},
#include "Options.def"
};

constexpr const char *KnownVariables[] = {
#define ZP_VARIABLE(Name, Take) Name,
#define ZP_OTHERS_VARIABLE(Name) Name,
#include "../runtime/src/variables.def"
};

constexpr unsigned InlineLimitMax = 4096;

/// The command line options, in the order of OptionList; they live as long as
/// the process, as cl::opts do.
cl::list<std::string> **CommandLine;

} // namespace

//===----------------------------------------------------------------------===//
// One value, by type. Each returns what would have been right, or null.
//===----------------------------------------------------------------------===//

static const char *parseValue(const Setting &S, unsigned &Out) {
  return S.Value.getAsInteger(10, Out) ? "a number" : nullptr;
}

static const char *parseValue(const Setting &S, bool &Out) {
  if (!S.HasValue || S.Value == "true" || S.Value == "on" || S.Value == "1")
    Out = true;
  else if (S.Value == "false" || S.Value == "off" || S.Value == "0")
    Out = false;
  else
    return "'true' or 'false'";
  return nullptr;
}

static const char *parseValue(const Setting &S, RuntimeKind &Out) {
  if (S.Value == "embedded")
    Out = RuntimeKind::Embedded;
  else if (S.Value == "library")
    Out = RuntimeKind::Library;
  else
    return "'embedded' or 'library'";
  return nullptr;
}

static const char *parseValue(const Setting &S, HugePages &Out) {
  if (S.Value == "never")
    Out = HugePages::Never;
  else if (S.Value == "auto")
    Out = HugePages::Auto;
  else if (S.Value == "always")
    Out = HugePages::Always;
  else
    return "'never', 'auto' or 'always'";
  return nullptr;
}

/// "64M" in bytes; 0 where that is no size.
static uint64_t bytesOf(StringRef Text) {
  unsigned Shift = 0;
  if (!Text.empty())
    switch (Text.back()) {
    case 'k':
    case 'K':
      Shift = 10;
      break;
    case 'm':
    case 'M':
      Shift = 20;
      break;
    case 'g':
    case 'G':
      Shift = 30;
      break;
    }
  uint64_t Count;
  if (Text.drop_back(Shift != 0).getAsInteger(10, Count) ||
      Count > uint64_t(INT64_MAX) >> Shift)
    return 0;
  return Count << Shift;
}

static const char *parseValue(const Setting &S, HeapSize &Out) {
  auto [Initial, Increment] = S.Value.split('+');
  Out = {bytesOf(Initial), bytesOf(Increment)};
  if (!Out.Initial || !Out.Increment)
    return "INITIAL+INCREMENT, two sizes above 0, as in 512M+64M";
  return nullptr;
}

static const char *parseValue(const Setting &S, PatternList &Out) {
  SmallVector<StringRef, 4> Parts;
  S.Value.split(Parts, ',', -1, /*KeepEmpty=*/false);
  if (Parts.empty())
    return "a glob pattern";
  for (StringRef Part : Parts) {
    Expected<GlobPattern> Glob = GlobPattern::create(Part);
    if (!Glob) {
      consumeError(Glob.takeError());
      return "a glob pattern";
    }
    Out.push_back(Part.str());
  }
  return nullptr;
}

//===----------------------------------------------------------------------===//
// One source
//===----------------------------------------------------------------------===//

static std::string nearest(StringRef Name, ArrayRef<const char *> Known) {
  const char *Best = Known.front();
  for (const char *K : Known)
    if (Name.edit_distance(K) < Name.edit_distance(Best))
      Best = K;
  return Best;
}

static Error complain(const Twine &Message) {
  return createStringError(inconvertibleErrorCode(), "zeropass: " + Message);
}

/// Where several settings of one source name a list, they add up; what a
/// weaker source said is forgotten.
static void startList(PatternList &List, bool First) {
  if (First)
    List.clear();
}
template <typename T> static void startList(T &, bool) {}

/// Lays the settings of one source, called \p Source, over \p Opts.
static Error apply(Options &Opts, ArrayRef<Setting> Settings,
                   StringRef Source) {
  bool Seen[std::size(OptionList)] = {};
  for (const Setting &S : Settings) {
    const char *Wanted = nullptr;
    unsigned Index = 0;
    bool Found = false;
#define ZEROPASS_OPTION(Field, Name_, Type, Default, Help)                     \
  if (S.Name == Name_) {                                                       \
    Found = true;                                                              \
    startList(Opts.Field, !Seen[Index]);                                       \
    Seen[Index] = true;                                                        \
    Wanted = parseValue(S, Opts.Field);                                        \
  }                                                                            \
  ++Index;
#include "Options.def"
    if (!Found) {
      SmallVector<const char *, 16> Known;
      for (const OptionInfo &O : OptionList)
        Known.push_back(O.Name);
      // "limit" is what "--zeropass-limit" is called here.
      StringRef Plain = S.Name;
      Plain.consume_front("--");
      Plain.consume_front("zeropass-");
      return complain("unknown option '" + S.Name + "' in " + Source +
                      "; did you mean '" + nearest(Plain, Known) + "'?");
    }
    if (S.Name == "inline-limit" && !Wanted &&
        Opts.InlineLimit > InlineLimitMax)
      Wanted = "a number from 0 to 4096";
    if (Wanted)
      return complain("option '" + S.Name + "' in " + Source + " is '" +
                      S.Value + "'; give it " + Wanted);
  }
  return Error::success();
}

static SmallVector<Setting, 8> splitSettings(StringRef Text) {
  SmallVector<StringRef, 8> Parts;
  Text.split(Parts, ';', -1, /*KeepEmpty=*/false);
  SmallVector<Setting, 8> Settings;
  for (StringRef Part : Parts) {
    Part = Part.trim();
    if (Part.empty())
      continue;
    auto [Name, Value] = Part.split('=');
    Settings.push_back({Name.trim(), Value.trim(), Part.contains('=')});
  }
  return Settings;
}

static Error checkVariables() {
  for (char **E = environ; *E; ++E) {
    StringRef Name = StringRef(*E).split('=').first;
    if (!Name.starts_with("ZEROPASS_"))
      continue;
    if (!is_contained(KnownVariables, Name))
      return complain("unknown environment variable '" + Name +
                      "'; did you mean '" + nearest(Name, KnownVariables) +
                      "'?");
  }
  return Error::success();
}

static Expected<Options> readAmbient() {
  Options Opts;
  // A set-uid program that compiles takes no orders from its caller.
  if (!getauxval(AT_SECURE)) {
    if (Error E = checkVariables())
      return E;
    if (const char *Text = getenv("ZEROPASS_OPTIONS"))
      if (Error E = apply(Opts, splitSettings(Text), "ZEROPASS_OPTIONS"))
        return E;
  }

  SmallVector<Setting, 8> Settings;
  if (CommandLine)
    for (size_t I = 0; I != std::size(OptionList); ++I)
      for (const std::string &Value : *CommandLine[I])
        Settings.push_back({OptionList[I].Name, Value, !Value.empty()});
  if (Error E = apply(Opts, Settings, "the --zeropass-* options"))
    return E;
  return Opts;
}

/// One line and the end, with half-written outputs removed as LLVM does it.
/// Not exit(): this may be a thread that the exit handlers wait for.
[[noreturn]] static void fail(StringRef Line) {
  errs() << Line << '\n';
  sys::RunInterruptHandlers();
  _exit(1);
}

//===----------------------------------------------------------------------===//
// The interface
//===----------------------------------------------------------------------===//

/// Called by HostCheck.c.
extern "C" void zp_register_options(void);
void zp_register_options(void) {
  auto &Known = cl::getRegisteredOptions();
  CommandLine = new cl::list<std::string> *[std::size(OptionList)];
  size_t I = 0;
  for (const OptionInfo &O : OptionList) {
    if (Known.count(O.Flag))
      fail("zeropass: two copies of the plugin are loaded; name the same file "
           "in -fplugin= and -fpass-plugin=");
    CommandLine[I++] =
        new cl::list<std::string>(StringRef(O.Flag), cl::desc(O.Help),
                                  cl::value_desc("value"), cl::ValueOptional);
  }
}

Options zeropass::ambientOptions() {
  static const Options Ambient = [] {
    Expected<Options> Opts = readAmbient();
    if (!Opts)
      fail(toString(Opts.takeError()));
    return *Opts;
  }();
  return Ambient;
}

Expected<Options> zeropass::parseOptions(StringRef Params) {
  Options Opts = ambientOptions();
  if (Error E = apply(Opts, splitSettings(Params), "the pass parameters"))
    return E;
  return Opts;
}

bool zeropass::matchesAny(const PatternList &Patterns, StringRef Name) {
  StringRef Last = Name.substr(Name.rfind('/') + 1);
  for (const std::string &Pattern : Patterns) {
    Expected<GlobPattern> Glob = GlobPattern::create(Pattern);
    if (!Glob) {
      consumeError(Glob.takeError()); // apply() has refused it
      continue;
    }
    if (Glob->match(Name) ||
        (Last != Name && !StringRef(Pattern).contains('/') &&
         Glob->match(Last)))
      return true;
  }
  return false;
}
