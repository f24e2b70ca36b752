# build.sh COMPILER OPTIONS_FOR_THE_PLUGIN...: rebuilds the program. One
# command only assembles: no option that bisecting adds may disturb it.
set -e
compiler=$1
shift
rm -f ./*.o program
echo '.globl nothing' >nothing.s
$compiler -Werror -c nothing.s
for file in a b; do
  $compiler "$@" -O2 -Werror -c $file.c
done
$compiler -O2 -c main.c
$compiler -Werror a.o b.o main.o nothing.o -Wl,--wrap=calloc -o program
