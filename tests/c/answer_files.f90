! SPDX-License-Identifier: Apache-2.0
! What the programs that read known answers share: checks, which are counted, and the fields of a line.
module answer_files
  use tali
  implicit none
  integer :: failures = 0
  type(c_ptr) :: nothing(1) = c_null_ptr
  real(c_double) :: none(1) = 0

contains

  subroutine check(good, what)
    logical, intent(in) :: good
    character(*), intent(in) :: what
    if (good) return
    failures = failures + 1
    print *, "not so: ", what
  end subroutine check

  ! A decimal number below 2^64, as the 64-bit integer of its bits.
  function number(text) result(x)
    character(*), intent(in) :: text
    integer(c_int64_t) :: x
    integer :: i
    x = 0
    do i = 1, len_trim(text)
      x = 10 * x + (iachar(text(i:i)) - iachar("0"))  ! compiled to wrap around
    end do
  end function number

  subroutine split_line(line, f, n)
    character(*), intent(in) :: line
    character(64), intent(out) :: f(:)
    integer, intent(out) :: n
    integer :: at, length
    n = 0
    at = 1
    f = ""
    do
      do while (at <= len_trim(line))
        if (line(at:at) /= " ") exit
        at = at + 1
      end do
      if (at > len_trim(line)) exit
      length = index(line(at:) // " ", " ") - 1
      n = n + 1
      f(n) = line(at:at + length - 1)
      at = at + length
    end do
  end subroutine split_line

end module answer_files
