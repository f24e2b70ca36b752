//===- Options.h - every option of the plugin -------------------*- C++ -*-===//
//
// Options.def lists every option once (name, type, default, help); this header
// turns the list into a plain struct. A value comes from, in order of
// precedence: the pass parameter `zeropass<name=value;...>`, the command line
// `--zeropass-name=value`, the environment variable ZEROPASS_OPTIONS
// ("name=value;..."), the default.
//
//===----------------------------------------------------------------------===//
#ifndef ZEROPASS_OPTIONS_H
#define ZEROPASS_OPTIONS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <string>
#include <vector>

namespace zeropass {

/// Where rewritten code finds the runtime.
enum class RuntimeKind {
  Embedded, ///< bodies `__zp1_*` travel in the module
  Library,  ///< calls to `__zp_*`, defined in libzprt
};

/// Who gets huge pages.
enum class HugePages {
  Never,
  Auto, ///< a block that would have been wholly resident anyway
  Always,
};

/// What heap=INITIAL+INCREMENT says, in bytes; neither is 0 where it is given.
struct HeapSize {
  uint64_t Initial = 0, Increment = 0;
  explicit operator bool() const { return Initial != 0; }
};

/// Glob patterns (`*`, `?`, `[...]`) matched against function names and source
/// file names; comma-separated on the command line.
using PatternList = std::vector<std::string>;

struct Options {
#define ZEROPASS_OPTION(Field, Name, Type, Default, Help) Type Field = Default;
#include "Options.def"
};

/// The options as the command line and the environment give them. An invalid
/// environment value ends the process with one line that names the remedy.
Options ambientOptions();

/// \p Params ("name=value;name=value", a bare boolean name means true) laid
/// over ambientOptions(). The error names the nearest option.
llvm::Expected<Options> parseOptions(llvm::StringRef Params);

/// True when \p Name (a function or file name) matches a pattern of the list.
/// A pattern without a '/' also matches the last component of a path.
bool matchesAny(const PatternList &Patterns, llvm::StringRef Name);

} // namespace zeropass

#endif // ZEROPASS_OPTIONS_H
