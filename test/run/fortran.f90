! Fortran: allocate and a = 0, by flang, which has no assembly parser of its own
! for what the bodies contain. Same output with and without the plugin.
!
! REQUIRES: flang
! RUN: %flang -O2 %s -o %t.1 && %t.1 > %t.expected
! RUN: %flang -O2 -fpass-plugin=%plugin %s -o %t.2 && %t.2 > %t.output
! RUN: cmp %t.expected %t.output
! RUN: env MALLOC_PERTURB_=85 %t.2 > %t.output
! RUN: cmp %t.expected %t.output
! RUN: %flang -O2 -fpass-plugin=%plugin -S %s -o %t.s
! RUN: llvm-nm %t.2 | FileCheck %s
! CHECK: __zp1_
module blocks
contains
  subroutine fill(n, total)
    integer, intent(in) :: n
    real(8), intent(out) :: total
    real(8), allocatable :: a(:)
    integer, allocatable :: b(:, :)
    allocate (a(n), b(n, 3))
    a = 0
    b = 0
    a(n) = n
    b(1, 2) = 7
    total = sum(a) + sum(b)
    deallocate (a, b)
  end subroutine fill
end module blocks

program main
  use blocks
  integer :: i, n
  real(8) :: total
  real, allocatable :: c(:)
  do i = 1, 5
    n = 10**i
    call fill(n, total)
    allocate (c(1000*i))
    c = 0.0
    c(i) = i
    print *, n, total, sum(c), size(c)
    deallocate (c)
  end do
end program main
