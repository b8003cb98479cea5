! SPDX-License-Identifier: Apache-2.0
! Five normal numbers: docs/c.md.
program five
  use tali
  type(c_ptr) :: g
  real(c_double) :: x
  integer :: i
  if (tali_generator_create(g, tali_key(seed=2024)) /= tali_ok) error stop "no generator"
  do i = 1, 5
    if (tali_generator_normal(g, x) /= tali_ok) error stop "no number"
    print *, x
  end do
  call tali_generator_destroy(g)
end program five
