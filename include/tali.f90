! SPDX-License-Identifier: Apache-2.0
!
! tali for Fortran: the functions of tali.h by iso_c_binding; their documentation is in tali.h. Compile this file with
! your program, and link libtali. Handles are type(c_ptr); text ends with c_null_char; seeds, streams and indices
! are 64-bit integers with the same bits as C's unsigned ones.
module tali
  use, intrinsic :: iso_c_binding
  implicit none
  public
  private :: text_at

  integer(c_int), parameter :: tali_ok = 0, tali_invalid_argument = 1, tali_sampling_failed = 2, &
    tali_device_error = 3, tali_io_error = 4, tali_out_of_memory = 5, tali_internal_error = 6
  integer(c_int), parameter :: tali_u8 = 0, tali_u32 = 1, tali_u64 = 2, tali_i32 = 3, tali_i64 = 4, &
    tali_f32 = 5, tali_f64 = 6, tali_bf16 = 7, tali_f16 = 8

  type, bind(c) :: tali_key
    integer(c_int64_t) :: seed = 0, stream = 0
  end type tali_key

  interface
    function tali_engine_create(engine, text, seed, stream) bind(c) result(status)
      import
      type(c_ptr), intent(out) :: engine
      character(kind=c_char), intent(in) :: text(*)
      integer(c_int64_t), value :: seed, stream
      integer(c_int) :: status
    end function tali_engine_create

    subroutine tali_engine_destroy(engine) bind(c)
      import
      type(c_ptr), value :: engine
    end subroutine tali_engine_destroy

    ! names: addresses of texts. names and values are read only if n > 0.
    function tali_distribution_create(distribution, name, value_type, names, values, n) bind(c) result(status)
      import
      type(c_ptr), intent(out) :: distribution
      character(kind=c_char), intent(in) :: name(*)
      integer(c_int), value :: value_type
      type(c_ptr), intent(in) :: names(*)
      real(c_double), intent(in) :: values(*)
      integer(c_size_t), value :: n
      integer(c_int) :: status
    end function tali_distribution_create

    subroutine tali_distribution_destroy(distribution) bind(c)
      import
      type(c_ptr), value :: distribution
    end subroutine tali_distribution_destroy

    ! out: c_loc of an array.
    function tali_fill_cpu(engine, distribution, first, n, out, threads) bind(c) result(status)
      import
      type(c_ptr), value :: engine, distribution, out
      integer(c_int64_t), value :: first
      integer(c_size_t), value :: n
      integer(c_int), value :: threads
      integer(c_int) :: status
    end function tali_fill_cpu

    function tali_key_of_seed(seed) bind(c) result(key)
      import
      integer(c_int64_t), value :: seed
      type(tali_key) :: key
    end function tali_key_of_seed

    function tali_key_fold_in(key, x) bind(c) result(child)
      import
      type(tali_key), value :: key
      integer(c_int64_t), value :: x
      type(tali_key) :: child
    end function tali_key_fold_in

    function tali_key_split(key, i) bind(c) result(child)
      import
      type(tali_key), value :: key
      integer(c_int64_t), value :: i
      type(tali_key) :: child
    end function tali_key_split

    function tali_key_to_bytes(key, bytes) bind(c) result(status)
      import
      type(tali_key), value :: key
      integer(c_int8_t), intent(out) :: bytes(16)
      integer(c_int) :: status
    end function tali_key_to_bytes

    function tali_key_from_bytes(key, bytes) bind(c) result(status)
      import
      type(tali_key), intent(out) :: key
      integer(c_int8_t), intent(in) :: bytes(16)
      integer(c_int) :: status
    end function tali_key_from_bytes

    function tali_key_engine(engine, text, key) bind(c) result(status)
      import
      type(c_ptr), intent(out) :: engine
      character(kind=c_char), intent(in) :: text(*)
      type(tali_key), value :: key
      integer(c_int) :: status
    end function tali_key_engine

    ! Column b of an array out(per_row, count) has key b's values.
    function tali_fill_rows_cpu(keys, count, distribution, first, per_row, out, threads) bind(c) result(status)
      import
      type(tali_key), intent(in) :: keys(*)
      integer(c_size_t), value :: count, per_row
      type(c_ptr), value :: distribution, out
      integer(c_int64_t), value :: first
      integer(c_int), value :: threads
      integer(c_int) :: status
    end function tali_fill_rows_cpu

    ! The dimension with contiguous elements is the last one of the shapes, and the first one of a
    ! Fortran array: global_shape is [n2, n1] for an array a(n1, n2). Offsets count from 0. strides: c_loc of
    ! an array, or c_null_ptr.
    function tali_fill_block_cpu(engine, distribution, global_shape, offset, local_shape, strides, dimensions, out, &
                                 threads) bind(c) result(status)
      import
      type(c_ptr), value :: engine, distribution, strides, out
      integer(c_int64_t), intent(in) :: global_shape(*), offset(*), local_shape(*)
      integer(c_size_t), value :: dimensions
      integer(c_int), value :: threads
      integer(c_int) :: status
    end function tali_fill_block_cpu

    function tali_generator_create(generator, key) bind(c) result(status)
      import
      type(c_ptr), intent(out) :: generator
      type(tali_key), value :: key
      integer(c_int) :: status
    end function tali_generator_create

    subroutine tali_generator_destroy(generator) bind(c)
      import
      type(c_ptr), value :: generator
    end subroutine tali_generator_destroy

    function tali_generator_seek(generator, position) bind(c) result(status)
      import
      type(c_ptr), value :: generator
      integer(c_int64_t), value :: position
      integer(c_int) :: status
    end function tali_generator_seek

    function tali_generator_position(generator, position) bind(c) result(status)
      import
      type(c_ptr), value :: generator
      integer(c_int64_t), intent(out) :: position
      integer(c_int) :: status
    end function tali_generator_position

    function tali_generator_fill_cpu(generator, distribution, n, out, threads) bind(c) result(status)
      import
      type(c_ptr), value :: generator, distribution, out
      integer(c_size_t), value :: n
      integer(c_int), value :: threads
      integer(c_int) :: status
    end function tali_generator_fill_cpu

    function tali_generator_uniform(generator, x) bind(c) result(status)
      import
      type(c_ptr), value :: generator
      real(c_double), intent(out) :: x
      integer(c_int) :: status
    end function tali_generator_uniform

    function tali_generator_normal(generator, x) bind(c) result(status)
      import
      type(c_ptr), value :: generator
      real(c_double), intent(out) :: x
      integer(c_int) :: status
    end function tali_generator_normal

    function tali_generator_integer(generator, low, high, x) bind(c) result(status)
      import
      type(c_ptr), value :: generator
      integer(c_int64_t), value :: low, high
      integer(c_int64_t), intent(out) :: x
      integer(c_int) :: status
    end function tali_generator_integer

    function tali_generator_save(generator, bytes) bind(c) result(status)
      import
      type(c_ptr), value :: generator
      integer(c_int8_t), intent(out) :: bytes(32)
      integer(c_int) :: status
    end function tali_generator_save

    function tali_generator_restore(generator, bytes) bind(c) result(status)
      import
      type(c_ptr), intent(out) :: generator
      integer(c_int8_t), intent(in) :: bytes(32)
      integer(c_int) :: status
    end function tali_generator_restore

    function tali_last_error_text() bind(c, name="tali_last_error") result(text)
      import
      type(c_ptr) :: text
    end function tali_last_error_text

    function tali_last_argument_text() bind(c, name="tali_last_argument") result(text)
      import
      type(c_ptr) :: text
    end function tali_last_argument_text

    function tali_last_value_text() bind(c, name="tali_last_value") result(text)
      import
      type(c_ptr) :: text
    end function tali_last_value_text

    function tali_last_expected_text() bind(c, name="tali_last_expected") result(text)
      import
      type(c_ptr) :: text
    end function tali_last_expected_text
  end interface

contains

  ! The error message of this thread's last failed call.
  function tali_last_error() result(sentence)
    character(:), allocatable :: sentence
    sentence = text_at(tali_last_error_text())
  end function tali_last_error

  ! The name of the invalid argument; empty if the failure was not about an argument.
  function tali_last_argument() result(argument)
    character(:), allocatable :: argument
    argument = text_at(tali_last_argument_text())
  end function tali_last_argument

  ! The value of that argument; empty if it was missing.
  function tali_last_value() result(value)
    character(:), allocatable :: value
    value = text_at(tali_last_value_text())
  end function tali_last_value

  ! The expected value.
  function tali_last_expected() result(expected)
    character(:), allocatable :: expected
    expected = text_at(tali_last_expected_text())
  end function tali_last_expected

  function text_at(address) result(text)
    type(c_ptr), intent(in) :: address
    character(:), allocatable :: text
    character(kind=c_char), pointer :: letters(:)
    integer :: i
    call c_f_pointer(address, letters, [4096])
    text = ""
    do i = 1, size(letters)
      if (letters(i) == c_null_char) exit
      text = text // letters(i)
    end do
  end function text_at

end module tali
