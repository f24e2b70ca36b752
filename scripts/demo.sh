#!/bin/sh
# Installs what is missing, builds ZeroPass, compiles an example program with
# and without it, and prints what was rewritten and both times.
#
#   [LLVM=22] [JOBS=n] scripts/demo.sh [program.c [argument ...]]
#
# Builds into build/. Without a program it takes examples/routes.c.
set -eu
cd "$(dirname "$0")/.."

llvm=${LLVM:-22}
jobs=${JOBS:-$(nproc)}
build=build
program=examples/routes.c
if [ $# -gt 0 ]; then
  program=$1
  shift
fi
if [ ! -r "$program" ]; then
  echo "demo.sh: there is no '$program': name a C file relative to $(pwd)" >&2
  exit 2
fi
log=$(mktemp)
trap 'rm -f "$log"' EXIT

scripts/setup.sh "$llvm"
echo "demo.sh: building ZeroPass for LLVM $llvm in $build/" >&2
{
  cmake -S . -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release \
    -DLLVM_DIR="/usr/lib/llvm-$llvm/lib/cmake/llvm" &&
    ninja -C "$build" -j "$jobs"
} >"$log" 2>&1 || {
  cat "$log" >&2
  echo "demo.sh: the build failed for LLVM $llvm: see above (remove $build/" \
    "when it was made for another LLVM)" >&2
  exit 1
}

clang=clang-$llvm
plugin=$build/lib/libZeroPass.so
out=$build/demo
mkdir -p "$out"

echo "\$ $clang -O2 $program -o $out/original"
"$clang" -O2 "$program" -o "$out/original"
echo "\$ $clang -O2 -fpass-plugin=$plugin $program -o $out/rewritten"
"$clang" -O2 "-fpass-plugin=$plugin" "$program" -o "$out/rewritten"

# The same once more for what it says; the program timed is the one above.
"$clang" -O2 "-fpass-plugin=$plugin" -Rpass=zeropass -Rpass-missed=zeropass \
  -fno-caret-diagnostics -fno-discard-value-names -c "$program" \
  -o "$out/remarks.o" 2>"$log"
echo
echo "rewritten:"
sed -n 's/: remark: \(.*\) \[-Rpass=zeropass\]$/: \1/p' "$log" | sed 's/^/  /'
echo "kept:"
sed -n 's/: remark: \(.*\) \[-Rpass-missed=zeropass\]$/: \1/p' "$log" |
  sed 's/^/  /; s/ kept: / /'
echo
python3 scripts/compare.py "$out/original" "$out/rewritten" -- "$@"
