#!/bin/sh
# Installs what is missing on a Debian 12 machine to build ZeroPass and to run
# its example, with --tests also what its tests and benchmarks want.
#
#   scripts/setup.sh [--tests] [--list] [LLVM major ...]      (default: 22)
#
# --list prints the packages and installs nothing. Nothing is done, and no root
# is needed, when everything is there. NO_SETUP=1 skips it all: for
# machines that get their LLVM elsewhere.
set -eu

tests=no
list=no
majors=
for arg in "$@"; do
  case $arg in
  --tests) tests=yes ;;
  --list) list=yes ;;
  -h | --help)
    sed -n '2,/^set/s/^# \{0,1\}//p' "$0"
    exit 0
    ;;
  1[6-9] | 2[0-2]) majors="$majors $arg" ;;
  *)
    echo "setup.sh: '$arg' is not supported: name LLVM majors from 16 to 22" >&2
    exit 2
    ;;
  esac
done
majors=${majors:- 22}

# The main job: the compiler, which also builds the plugin, and LLVM's headers.
packages="cmake ninja-build libc6-dev python3"
for major in $majors; do
  packages="$packages clang-$major llvm-$major llvm-$major-dev"
done

# The tests: lit and FileCheck, a linker that loads plugins, the sanitizers'
# runtimes, the allocators that programs are run under, other compilers (GCC,
# musl, AArch64 under an emulator), and what looks into the results.
if [ "$tests" = yes ]; then
  packages="$packages binutils libcmocka-dev libbenchmark-dev valgrind make"
  packages="$packages pkg-config gcc g++ musl-tools gcc-aarch64-linux-gnu"
  packages="$packages libc6-dev-arm64-cross qemu-user"
  packages="$packages libjemalloc2 libmimalloc2.0 libtcmalloc-minimal4"
  for major in $majors; do
    packages="$packages llvm-$major-tools lld-$major libclang-rt-$major-dev"
    [ "$major" != 22 ] || packages="$packages flang-22"
  done
fi

if [ "$list" = yes ]; then
  # shellcheck disable=SC2086 # a list of names
  printf '%s\n' $packages
  exit 0
fi
[ -z "${NO_SETUP:-}" ] || exit 0

if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
  echo "setup.sh: this is no Debian machine (no apt-get): install the" \
    "counterparts of 'scripts/setup.sh --list' yourself and set" \
    "NO_SETUP=1" >&2
  exit 1
fi

missing() {
  for package in $packages; do
    state=$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null) ||
      state=
    [ "$state" = installed ] || printf '%s ' "$package"
  done
}

wanted=$(missing)
[ -n "$wanted" ] || exit 0

if [ "$(id -u)" = 0 ]; then
  root=
elif command -v sudo >/dev/null; then
  root=sudo
else
  echo "setup.sh: missing packages and neither root nor sudo to install them:" \
    "run as root 'apt-get install $wanted'" >&2
  exit 1
fi

apt() {
  # A package's configuration must never wait for an answer.
  $root env DEBIAN_FRONTEND=noninteractive apt-get -q \
    -o DPkg::Lock::Timeout=300 "$@" </dev/null
}

# The names for which apt knows no version to install.
unknown() {
  for package in $wanted; do
    apt-cache policy "$package" 2>/dev/null |
      grep -q '^ *Candidate: [^(]' || printf '%s ' "$package"
  done
}

install() {
  # shellcheck disable=SC2086 # a list of names
  apt install -y --no-install-recommends $wanted
}

echo "setup.sh: installing $wanted" >&2
if [ -n "$(unknown)" ]; then
  apt update
  lost=$(unknown)
  if [ -n "$lost" ]; then
    echo "setup.sh: apt knows no package $lost: Debian 12 has LLVM 16 and 19" \
      "in bookworm, 22 in Debian's bookworm-security (add that suite to" \
      "apt's sources), and no other from 16 to 22: get those elsewhere and" \
      "set NO_SETUP=1" >&2
    exit 1
  fi
  install || failed=yes
else
  # Lists that are there may be old: fetch new ones only when they prove so.
  install || { apt update && install; } || failed=yes
fi
if [ -n "${failed:-}" ] || [ -n "$(missing)" ]; then
  echo "setup.sh: apt-get could not install $(missing)(see above): run" \
    "'apt-get -f install', then this script again" >&2
  exit 1
fi
