! SPDX-License-Identifier: Apache-2.0
! Keys, rows with a key each, and blocks of arrays, from Fortran. Usage: keys FILE, the known answers of keys.
program keys
  use tali
  use answer_files
  implicit none
  character(512) :: path
  integer :: answers = 0

  call get_command_argument(1, path)
  call read_file(trim(path))
  call rows()
  call blocks()
  print '(i0,a)', answers, " known answers"
  if (answers < 80) failures = failures + 1
  if (failures > 0) error stop 1

contains

  function key_of(digits) result(key)
    character(*), intent(in) :: digits
    type(tali_key) :: key
    integer(c_int8_t) :: bytes(16)
    integer :: i, byte
    do i = 1, 16
      read (digits(2 * i - 1:2 * i), '(z2)') byte
      if (byte > 127) byte = byte - 256
      bytes(i) = int(byte, c_int8_t)
    end do
    call check(tali_key_from_bytes(key, bytes) == tali_ok, "from bytes")
  end function key_of

  subroutine check_key(key, expected)
    type(tali_key), intent(in) :: key
    character(*), intent(in) :: expected
    type(tali_key) :: wanted
    integer(c_int8_t) :: bytes(16), theirs(16)
    wanted = key_of(expected)
    call check(tali_key_to_bytes(key, bytes) == tali_ok, "to bytes")
    call check(tali_key_to_bytes(wanted, theirs) == tali_ok, "to bytes")
    call check(all(bytes == theirs) .and. key%seed == wanted%seed .and. key%stream == wanted%stream, expected)
  end subroutine check_key

  subroutine check_words(f)
    character(64), intent(in) :: f(:)
    type(c_ptr) :: e, d
    integer(c_int32_t), target :: words(8)
    integer(c_int32_t) :: expected
    integer :: i
    call check(tali_key_engine(e, "philox4x32" // c_null_char, key_of(f(2))) == tali_ok, "engine of a key")
    call check(tali_distribution_create(d, "bits" // c_null_char, tali_u32, nothing, none, 0_c_size_t) == tali_ok, "bits")
    call check(tali_fill_cpu(e, d, 0_c_int64_t, 8_c_size_t, c_loc(words), 1_c_int) == tali_ok, "fill")
    do i = 1, 8
      read (f(2 + i), '(z8)') expected
      call check(words(i) == expected, f(2))
    end do
    call tali_distribution_destroy(d)
    call tali_engine_destroy(e)
  end subroutine check_words

  subroutine check_path(seed, path_text, expected)
    character(*), intent(in) :: seed, path_text, expected
    type(tali_key) :: key
    integer :: first, last
    first = index(path_text, "/")
    last = index(path_text, "/", back=.true.)
    key = tali_key_fold_in(tali_key_of_seed(number(seed)), number(path_text(:first - 1)))
    key = tali_key_fold_in(key, number(path_text(first + 1:last - 1)))
    call check_key(tali_key_split(key, number(path_text(last + 1:))), expected)
  end subroutine check_path

  subroutine read_file(name)
    character(*), intent(in) :: name
    character(512) :: line
    character(64) :: f(10)
    integer :: file, state, n
    open (newunit=file, file=name, status="old", action="read")
    do
      read (file, '(a)', iostat=state) line
      if (state /= 0) exit
      if (line(1:1) == "#") cycle
      call split_line(line, f, n)
      select case (f(1))
      case ("seed")
        call check_key(tali_key_of_seed(number(f(2))), f(3))
      case ("fold-in")
        call check_key(tali_key_fold_in(key_of(f(2)), number(f(3))), f(4))
      case ("split")
        call check_key(tali_key_split(key_of(f(2)), number(f(3))), f(4))
      case ("words")
        call check_words(f)
      case ("path")
        call check_path(f(2), f(3), f(4))
      case default
        cycle
      end select
      answers = answers + 1
    end do
    close (file)
  end subroutine read_file

  subroutine rows()
    integer, parameter :: count = 3, per_row = 50
    type(tali_key) :: their_keys(count)
    type(c_ptr) :: e, d
    real(c_double), target :: together(per_row, count), alone(per_row)
    integer :: i
    call check(tali_distribution_create(d, "normal" // c_null_char, tali_f64, nothing, none, 0_c_size_t) == tali_ok, "normal")
    do i = 1, count
      their_keys(i) = tali_key_fold_in(tali_key_of_seed(42_c_int64_t), int(i, c_int64_t))
    end do
    call check(tali_fill_rows_cpu(their_keys, int(count, c_size_t), d, 7_c_int64_t, int(per_row, c_size_t), &
                                  c_loc(together), 1_c_int) == tali_ok, "rows")
    do i = 1, count
      call check(tali_key_engine(e, "philox4x32" // c_null_char, their_keys(i)) == tali_ok, "engine of a key")
      call check(tali_fill_cpu(e, d, 7_c_int64_t, int(per_row, c_size_t), c_loc(alone), 1_c_int) == tali_ok, "fill")
      call check(all(together(:, i) == alone), "a row is what its key gives")
      call tali_engine_destroy(e)
    end do
    call tali_distribution_destroy(d)
  end subroutine rows

  ! The inner part of an array with a halo is a part of a field of 20 x 30: whole(20, 30).
  subroutine blocks()
    real(c_float), target :: whole(20, 30), part(0:6, 0:9)
    integer(c_int64_t), target :: strides(2)
    type(c_ptr) :: e, d
    call check(tali_key_engine(e, "philox4x32" // c_null_char, tali_key_of_seed(42_c_int64_t)) == tali_ok, "engine")
    call check(tali_distribution_create(d, "normal" // c_null_char, tali_f32, nothing, none, 0_c_size_t) == tali_ok, "normal")
    call check(tali_fill_cpu(e, d, 0_c_int64_t, int(size(whole), c_size_t), c_loc(whole), 1_c_int) == tali_ok, "whole")
    part = 0
    strides = [7, 1]
    call check(tali_fill_block_cpu(e, d, int([30, 20], c_int64_t), int([12, 4], c_int64_t), int([8, 5], c_int64_t), &
                                   c_loc(strides), 2_c_size_t, c_loc(part(1, 1)), 1_c_int) == tali_ok, "block")
    call check(all(part(1:5, 1:8) == whole(5:9, 13:20)), "a block is a part of the whole")
    call check(all(part(0, :) == 0) .and. all(part(6, :) == 0) .and. all(part(:, 0) == 0) .and. all(part(:, 9) == 0), "halo")
    call check(tali_fill_block_cpu(e, d, int([30, 20], c_int64_t), int([25, 4], c_int64_t), int([8, 5], c_int64_t), &
                                   c_null_ptr, 2_c_size_t, c_loc(part), 1_c_int) == tali_invalid_argument, "outside")
    call check(tali_last_argument() == "local_shape[0]" .and. tali_last_value() == "8", tali_last_error())
    call tali_distribution_destroy(d)
    call tali_engine_destroy(e)
  end subroutine blocks

end program keys
