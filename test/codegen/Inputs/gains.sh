#!/bin/sh
# gains.sh CLANG PLUGIN SOURCE DIR OPTIONS FLAGS...: see names.test.
set -eu
clang=$1 plugin=$2 source=$3 dir=$4 options=$5
shift 5

"$clang" "$@" -c "$source" -o "$dir/without.o"
env ${options:+"ZEROPASS_OPTIONS=$options"} "$clang" "$@" \
  -fpass-plugin="$plugin" -c "$source" -o "$dir/with.o"

fail() {
  echo "$* ($options)"
  exit 1
}

for o in without with; do
  llvm-readelf --symbols --wide "$dir/$o.o" |
    awk '$1 ~ /^[0-9]+:$/ && $8 != "" { print $8, $4, $5, $6, $7 }' |
    sed 's/ [0-9][0-9]*$/ here/' | grep -v '^\.' | sort -u >"$dir/$o.symbols"
done
# Private names (.L) apart, which symbols are new?
comm -13 "$dir/without.symbols" "$dir/with.symbols" >"$dir/gained"
comm -23 "$dir/without.symbols" "$dir/with.symbols" >"$dir/lost"

grep -q '^__zp1_' "$dir/gained" || fail "nothing was rewritten: $*"
while read -r name type binding visibility section; do
  case $name:$section in
  __zp1_*:here)
    [ "$binding $visibility" = "WEAK HIDDEN" ] ||
      fail "$name is $binding $visibility: $*"
    [ "$type" = FUNC ] || [ "$type" = OBJECT ] || fail "$name is $type: $*" ;;
  __libc_malloc:UND | __libc_calloc:UND | malloc_info:UND | \
    __libc_malloc_impl:UND | __nl_langinfo:UND | mi_*:UND | tc_*:UND | \
    _dl_find_object:UND | __errno_location:UND | mallocx:UND | sdallocx:UND | malloc_stats_print:UND)
    [ "$binding" = WEAK ] || fail "$name must be weak: $*" ;;
  __ehdr_start:UND | _end:UND) # the linker's, of the object that refers to them
    [ "$binding $visibility" = "WEAK HIDDEN" ] ||
      fail "$name is $binding $visibility: $*" ;;
  malloc:UND | calloc:UND | realloc:UND | free:UND | memset:UND) ;;
  atexit:UND | getenv:UND | zeropass.*:here)
    [ "$options" = count ] || fail "gained $name: $*" ;;
  *) fail "gained $name $type $binding $section: $*" ;;
  esac
done <"$dir/gained"
# LLVM's own folding may have needed calloc, memset or bcmp where we do not.
if grep -vE '^(malloc|calloc|memset|bzero) ' "$dir/lost"; then
  fail "lost symbols: $*"
fi

groups=$(llvm-readelf --section-groups "$dir/with.o" | grep -c '\[__zp1_')
bodies=$(grep -c '^__zp1_.* here$' "$dir/gained")
[ "$groups" = "$bodies" ] || fail "$bodies bodies in $groups groups: $*"

if llvm-readelf --sections --wide "$dir/with.o" |
  grep -E 'init_array|ctors|\.tdata|\.tbss|\.preinit'; then
  fail "a constructor or thread-local storage: $*"
fi
