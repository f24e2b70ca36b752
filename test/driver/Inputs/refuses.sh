#!/bin/sh
# refuses.sh CLANG PLUGIN SOURCE OUT FLAGS...: with each FLAGS the code is what it
# is without the plugin, and a remark says why.
set -u
clang=$1 plugin=$2 source=$3 out=$4
shift 4
status=0

for flags in "$@"; do
  # shellcheck disable=SC2086 # several flags in one word
  "$clang" $flags -O2 -S "$source" -o "$out.a.s" &&
    "$clang" $flags -O2 -S -fpass-plugin="$plugin" -Rpass-missed=zeropass \
      "$source" -o "$out.b.s" 2>"$out.remarks" || exit 1
  if ! cmp "$out.a.s" "$out.b.s" ||
    ! grep -q 'remark: .*no runtime for this target.*Rpass-missed=zeropass' \
      "$out.remarks"; then
    echo "$flags:"
    cat "$out.remarks"
    status=1
  fi
done
exit $status
