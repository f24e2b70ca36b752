#!/bin/sh
# refused.sh LLVM_PREFIX PLUGIN SOURCE.c DIR: each tool of that LLVM refuses the
# plugin with one line of ours, whatever else it may say itself.
set -u
bin=$1/bin plugin=$2 source=$3 dir=$4
major=${1##*-}
status=0

refuses() { # WHAT COMMAND...
  what=$1
  shift
  timeout 60 "$@" >"$dir/out" 2>&1
  code=$?
  lines=$(grep -c '^zeropass: ' "$dir/out")
  if [ "$major" -lt 16 ]; then
    want='^zeropass: this plugin is for LLVM [0-9]*, the host is older than LLVM 16 or hides its version; use a clang, opt or lld of LLVM [0-9]*$'
  else
    want="^zeropass: this plugin is for LLVM [0-9]*, the host is LLVM $major; use the libZeroPass.so built for LLVM $major\$"
  fi
  if [ "$code" -ne 1 ] || [ "$lines" -ne 1 ] || ! grep -q "$want" "$dir/out"
  then
    echo "LLVM $major, $what (bind now: ${LD_BIND_NOW:-no}): exit $code"
    cat "$dir/out"
    status=1
  fi
}

"$bin/clang" -O2 -emit-llvm -c "$source" -o "$dir/x.bc" || exit 1
"$bin/clang" -O2 -flto -c "$source" -o "$dir/x.lto.o" || exit 1
for now in '' 1; do
  unset LD_BIND_NOW
  [ -z "$now" ] || export LD_BIND_NOW=1
  mkdir "$dir/w"
  refuses clang "$bin/clang" -O2 -fpass-plugin="$plugin" -c "$source" \
    -o "$dir/w/x.o"
  refuses 'clang -fplugin' "$bin/clang" -O2 -fplugin="$plugin" -c "$source" \
    -o "$dir/w/x.o"
  refuses opt "$bin/opt" -load-pass-plugin="$plugin" -passes=zeropass \
    "$dir/x.bc" -o "$dir/w/y.bc"
  # Older linkers know no such option, and say so.
  if "$bin/ld.lld" --help 2>/dev/null | grep -q load-pass-plugin; then
    refuses lld "$bin/ld.lld" -shared --load-pass-plugin="$plugin" \
      "$dir/x.lto.o" -o "$dir/w/x.so"
  fi
  rmdir "$dir/w" || status=1
done
exit $status
