#!/bin/sh
# same-flags.sh CLANG PLUGIN SOURCE DIR TARGET FLAGS...: for each FLAGS, module
# flags and ELF notes are the same with the plugin as without, the body is there
# and the module verifies.
set -u
clang=$1 plugin=$2 source=$3 dir=$4 target=$5
shift 5
status=0

flags() {
  grep -E '^![0-9]+ = !\{i32 [0-9]+, !"' "$1" | sed 's/^![0-9]* = //' | sort
}

for set in "$@"; do
  for opt in -O2 -Os; do
    # shellcheck disable=SC2086 # several flags in one word
    "$clang" "$target" $opt $set -S -emit-llvm "$source" -o "$dir/a.ll" &&
      "$clang" "$target" $opt $set -S -emit-llvm -fpass-plugin="$plugin" \
        "$source" -o "$dir/b.ll" &&
      "$clang" "$target" $opt $set -c "$source" -o "$dir/a.o" &&
      "$clang" "$target" $opt $set -c -fpass-plugin="$plugin" "$source" \
        -o "$dir/b.o" &&
      opt -passes=verify -disable-output "$dir/b.ll" || exit 1
    flags "$dir/a.ll" >"$dir/a.flags"
    flags "$dir/b.ll" >"$dir/b.flags"
    llvm-readelf -n "$dir/a.o" | grep -v '^File' >"$dir/a.notes"
    llvm-readelf -n "$dir/b.o" | grep -v '^File' >"$dir/b.notes"
    if ! test -s "$dir/a.flags" || ! diff "$dir/a.flags" "$dir/b.flags" ||
      ! diff "$dir/a.notes" "$dir/b.notes" ||
      ! grep -q '__zp1_' "$dir/b.ll"; then
      echo "$target $opt $set: differs"
      status=1
    fi
  done
done
exit $status
