#!/bin/sh
# Installs what the tests want, builds, and runs the whole suite.
#
#   [LLVM=22] [JOBS=n] scripts/check.sh [REGEX]
#
# Builds into build-$LLVM. With REGEX only the tests whose names match are run.
# The last line is "N passed, N failed, N skipped".
set -eu
cd "$(dirname "$0")/.."

llvm=${LLVM:-22}
jobs=${JOBS:-$(nproc)}
build=build-$llvm
log=$(mktemp)
trap 'rm -f "$log"' EXIT

scripts/setup.sh --tests "$llvm"
echo "check.sh: building ZeroPass for LLVM $llvm in $build/, then the tests" >&2
cmake -S . -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release \
  -DLLVM_DIR="/usr/lib/llvm-$llvm/lib/cmake/llvm" >"$log" 2>&1 || {
  cat "$log" >&2
  echo "check.sh: cmake failed for LLVM $llvm: see above" >&2
  exit 1
}
ninja -C "$build" -j "$jobs" --quiet || {
  echo "check.sh: the build failed for LLVM $llvm: see above" >&2
  exit 1
}

[ $# -eq 0 ] || export LIT_FILTER="$1"
# The suite's own count is repeated at the end, after what ninja says. tee hides
# ninja's exit status, so the log carries it.
{
  ninja -C "$build" -j "$jobs" check 2>&1 && echo "check: ok" ||
    echo "check: failed"
} | tee "$log"
count=$(grep -E '^[0-9]+ passed, [0-9]+ failed, [0-9]+ skipped$' "$log" |
  tail -n 1)
if [ -z "$count" ]; then
  echo "check.sh: the suite ended without a count: see above" >&2
  exit 1
fi
echo "$count"
[ "$(tail -n 1 "$log")" = "check: ok" ]
