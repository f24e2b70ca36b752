! heap= in a Fortran program: once, before anything else.
! REQUIRES: flang
! RUN: env ZEROPASS_OPTIONS=heap=64M+16M %flang -O2 -fpass-plugin=%plugin -S \
! RUN:   -emit-llvm %s -o %t.ll
! RUN: sed -n '/ @\(main\|_QQmain\)(.*{/,/^}/p' %t.ll | grep -c 'call .*@__zp1_heap' \
! RUN:   | grep -x 1
! RUN: sed -n '/ @main(.*{/,/^}/p' %t.ll | grep call | head -1 > %t.first
! RUN: %if llvm-at-least-22 %{ grep '@__zp1_heap(i64 67108864, i64 16777216)' %t.first %}
! RUN: env ZEROPASS_OPTIONS=heap=64M+16M %flang -O2 -fpass-plugin=%plugin %s -o %t
! RUN: %t | grep 2097152
program heap
  real, allocatable :: a(:)
  integer :: n
  n = 2097152
  allocate(a(n))
  a = 1.0
  print *, nint(sum(a))
end program heap
