! SPDX-License-Identifier: Apache-2.0
! The known answers that every language reads, from Fortran: words of sequences, children of keys, and values of
! generators that are 32 or 64 bits long. Usage: answers FOLDER
program answers
  use tali
  use answer_files
  implicit none
  character(512) :: folder
  integer :: sequences = 0, children = 0, of_generators = 0

  call get_command_argument(1, folder)
  call read_file(trim(folder) // "/known_answers.txt")
  call read_file(trim(folder) // "/generator_answers.txt")
  call refusals()
  print '(i0,a,i0,a,i0,a)', sequences, " sequences, ", children, " children, ", of_generators, " values of generators"
  if (sequences < 50 .or. children < 4 .or. of_generators < 60) failures = failures + 1
  if (failures > 0) error stop 1

contains

  function bits_of(text) result(x)
    character(*), intent(in) :: text
    integer(c_int64_t) :: x
    read (text, '(z16)') x
  end function bits_of

  subroutine read_file(path)
    character(*), intent(in) :: path
    character(4096) :: line
    character(64) :: f(64)
    integer :: file, state, n
    open (newunit=file, file=path, status="old", action="read")
    do
      read (file, '(a)', iostat=state) line
      if (state /= 0) exit
      if (line(1:1) == "#") cycle
      call split_line(line, f, n)
      select case (f(1))
      case ("sequence")
        call check_sequence(f, n)
      case ("child")
        call check_child(f)
      case ("values")
        call check_values(f, n)
      end select
    end do
    close (file)
  end subroutine read_file

  subroutine check_sequence(f, n)
    character(64), intent(in) :: f(:)
    integer, intent(in) :: n
    type(c_ptr) :: e, d
    integer(c_int32_t), target :: words(64)
    integer :: i
    call check(tali_engine_create(e, trim(f(2)) // c_null_char, number(f(3)), number(f(4))) == tali_ok, f(2))
    call check(tali_distribution_create(d, "bits" // c_null_char, tali_u32, nothing, none, 0_c_size_t) == tali_ok, "bits")
    call check(tali_fill_cpu(e, d, number(f(5)), int(n - 5, c_size_t), c_loc(words), 1_c_int) == tali_ok, "fill")
    do i = 6, n
      call check(words(i - 5) == int_of_word(f(i)), f(2))
    end do
    call tali_distribution_destroy(d)
    call tali_engine_destroy(e)
    sequences = sequences + 1
  end subroutine check_sequence

  ! The 32-bit integer of a word's bits.
  function int_of_word(text) result(x)
    character(*), intent(in) :: text
    integer(c_int32_t) :: x
    read (text, '(z8)') x
  end function int_of_word

  subroutine check_child(f)
    character(64), intent(in) :: f(:)
    type(tali_key) :: key, child
    key = tali_key(number(f(2)), number(f(3)))
    if (f(4) == "split") then
      child = tali_key_split(key, number(f(5)))
    else
      child = tali_key_fold_in(key, number(f(5)))
    end if
    call check(child%seed == bits_of(f(6)) .and. child%stream == bits_of(f(7)), "child")
    children = children + 1
  end subroutine check_child

  subroutine check_values(f, n)
    character(64), intent(in) :: f(:)
    integer, intent(in) :: n
    type(c_ptr) :: g, again, d
    integer(c_int64_t), target :: long(64)
    integer(c_int32_t), target :: short(64)
    integer(c_int8_t) :: saved(32)
    integer(c_size_t) :: count
    character(256) :: name
    integer(c_int) :: value_type
    logical :: wide
    integer :: i
    select case (f(6))
    case ("u32"); value_type = tali_u32; wide = .false.
    case ("i32"); value_type = tali_i32; wide = .false.
    case ("f32"); value_type = tali_f32; wide = .false.
    case ("u64"); value_type = tali_u64; wide = .true.
    case ("i64"); value_type = tali_i64; wide = .true.
    case ("f64"); value_type = tali_f64; wide = .true.
    case default; return
    end select
    name = f(5)
    if (f(7) /= "-") name = trim(f(5)) // ":" // f(7)
    count = int(n - 7, c_size_t)
    call check(tali_generator_create(g, tali_key(number(f(2)), number(f(3)))) == tali_ok, "generator")
    call check(tali_generator_seek(g, number(f(4))) == tali_ok, "seek")
    call check(tali_generator_save(g, saved) == tali_ok, "save")
    call check(tali_generator_restore(again, saved) == tali_ok, "restore")
    if (tali_distribution_create(d, trim(name) // c_null_char, value_type, nothing, none, 0_c_size_t) /= tali_ok) then
      call check(.false., tali_last_error())
      return
    end if
    if (wide) then
      call check(tali_generator_fill_cpu(again, d, count, c_loc(long), 1_c_int) == tali_ok, name)
      do i = 8, n
        call check(long(i - 7) == bits_of(f(i)), name)
      end do
    else
      call check(tali_generator_fill_cpu(again, d, count, c_loc(short), 1_c_int) == tali_ok, name)
      do i = 8, n
        call check(short(i - 7) == int_of_word(f(i)), name)
      end do
    end if
    call tali_distribution_destroy(d)
    call tali_generator_destroy(again)
    call tali_generator_destroy(g)
    of_generators = of_generators + 1
  end subroutine check_values

  subroutine refusals()
    type(c_ptr) :: e
    call check(tali_engine_create(e, "no-such" // c_null_char, 0_c_int64_t, 0_c_int64_t) == tali_invalid_argument, &
               "an unknown engine")
    call check(tali_last_argument() == "engine" .and. tali_last_value() == "no-such", tali_last_error())
    call check(index(tali_last_expected(), "philox4x32") > 0, tali_last_expected())
  end subroutine refusals

end program answers
