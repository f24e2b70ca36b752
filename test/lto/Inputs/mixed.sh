#!/bin/sh
# mixed.sh CLANG PLUGIN SOURCE LIBRARY FLAGS: see mixed-options.test. Runs in a
# folder that has the file "expected".
set -eu
clang=$1 plugin=$2 source=$3 library=$4 flags=$5

build() { # OBJECT PART ZEROPASS_OPTIONS FLAGS...
  object=$1 part=$2 options=$3
  shift 3
  # shellcheck disable=SC2086 # several flags in one word
  env ${options:+"ZEROPASS_OPTIONS=$options"} "$clang" $flags \
    -Wno-unused-command-line-argument -fpass-plugin="$plugin" -DPART="$part" \
    "$@" -c "$source" -o "$object"
}

build main.o 0 "" -O2
build 1.o 1 count -O2
build 2.o 2 "prefault;residency=off" -Os -march=native
build 3.o 3 "runtime=library;huge=always" -O3 -g
build 4.o 4 "inline-limit=64;huge=never" -O2 -fPIC -fcf-protection=none

for order in "main.o 1.o 2.o 3.o 4.o" "4.o 3.o 2.o 1.o main.o" \
  "2.o 4.o main.o 1.o 3.o"; do
  # shellcheck disable=SC2086
  "$clang" -O2 $flags $order "$library" -o prog
  rm -f counts
  ZEROPASS_COUNT_FILE=counts ./prog >output
  cmp output expected
  # Only the functions of the counting object count. A full LTO link with the
  # plugin may have taken no more of them.
  if ! grep -q ' sized1 ' counts || grep -v ' [a-z]*1 ' counts; then
    echo "$flags, $order: wrong counts"
    exit 1
  fi
  llvm-nm prog | sed -n 's/.* \(__zp1_[A-Za-z0-9_.]*\)$/\1/p' | sort >names
  if uniq -d names | grep . ||
    ! grep -q '^__zp1_allocator_found$' names || grep '\.' names; then
    echo "$flags, $order: a body or the state is missing or there twice"
    cat names
    exit 1
  fi
  if llvm-nm -D prog | grep __zp1_; then
    echo "$flags, $order: a body is exported"
    exit 1
  fi
done
