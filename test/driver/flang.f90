! flang takes the plugin, and its options from the environment.
! REQUIRES: flang
! RUN: %flang -O2 -fpass-plugin=%plugin -c %s -o %t.o
! RUN: not env ZEROPASS_OPTIONS=limt=1 %flang -O2 -fpass-plugin=%plugin -c %s -o %t.o 2>&1 | FileCheck %s
! CHECK: zeropass: unknown option 'limt' in ZEROPASS_OPTIONS; did you mean 'limit'?
subroutine fill(n, s)
  integer, intent(in) :: n
  real, intent(out) :: s
  real, allocatable :: a(:)
  allocate(a(n))
  a = 0.0
  s = sum(a)
  deallocate(a)
end subroutine fill
