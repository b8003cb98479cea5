// SPDX-License-Identifier: Apache-2.0
// The fast path of method calls. Parameters may be numbers or NumPy arrays; `size`, `dtype` and `out` may be
// given. If an argument is invalid or of an unsupported type, Python code handles the call instead.
#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <optional>

#include <tali/detail/between.hpp>
#include <tali/error.hpp>

#include "call_arguments.hpp"
#include "source.hpp"

namespace tali::python {

namespace {

nb::object python_number(value_type type, const void* value) {
  return with_type(type, [&]<class T>(T x) -> nb::object {
    std::memcpy(&x, value, sizeof x);
    if constexpr (std::is_floating_point_v<T>) return nb::float_(static_cast<double>(x));
    return nb::int_(x);
  });
}

}  // namespace

bool number_from(const distribution_info& d, nb::handle value, double& to) {
  if (!d.of_integers) {
    if (PyFloat_Check(value.ptr())) {
      to = PyFloat_AsDouble(value.ptr());
      return true;
    }
    long long whole = 0;
    if (whole_from(value, whole)) {
      to = static_cast<double>(whole);
      return true;
    }
    if (!PyLong_CheckExact(value.ptr())) return false;
    to = PyLong_AsDouble(value.ptr());
    if (to != -1.0 || PyErr_Occurred() == nullptr) return true;
    PyErr_Clear();
    return false;
  }
  const bool is_signed = d.type[0] == 'i';
  long long x = 0;
  if (whole_from(value, x)) {
    const long long most = is_signed ? 0x7fffffff : 0xffffffff;
    to = std::bit_cast<double>(x);
    return (is_signed || x >= 0) && (d.value_bytes == 8 || (x <= most && x >= -0x80000000LL));
  }
  if (is_signed || d.value_bytes != 8 || !PyLong_CheckExact(value.ptr())) return false;
  to = std::bit_cast<double>(PyLong_AsUnsignedLongLong(value.ptr()));
  if (PyErr_Occurred() == nullptr) return true;
  PyErr_Clear();
  return false;
}

nb::object source::draw(int law_index, nb::tuple values, nb::handle size, nb::handle dtype, nb::handle out) {
  if (bank_) return nb::none();
  std::optional<quick_out> given;
  if (!out.is_none()) given.emplace(out);
  const int requested_law = law_index;
  value_type type = law_at(law_index).type;
  if (given || !dtype.is_none()) {
    type = type_of_call(type, dtype, given);
    law_index = type == no_type ? -1 : law_at(law_index).of_type[static_cast<std::size_t>(type)];
  }
  if (law_index < 0) return nb::none();
  const law& l = law_at(law_index);
  const auto n = static_cast<int>(nb::len(values));
  if (n != l.info->numbers) return nb::none();
  parameters params;
  double numbers[detail::max_numbers] = {};
  for (int k = 0; k < n; ++k) {
    const nb::handle value = PyTuple_GetItem(values.ptr(), k);
    if (!number_from(*l.info, value, numbers[k]) && !params.read_array(k, value)) return nb::none();
    params.p[k].number = numbers[k];
  }
  const bool arrays = params.arrays;
  if (!arrays && !given && size.is_none()) {
    std::uint64_t value[1];
    const bool half = type == f16 || type == bf16;  // Python code converts it to a NumPy number
    if (l.has_bad_sign(numbers) || half || !(on_host || law_index == requested_law) ||
        !take_ahead(law_index, numbers, 1, value))
      return nb::none();
    return python_number(type, value);
  }
  result r;
  if ((arrays && !l.takes_arrays()) || !r.open(params, size, type, given, on_host)) return nb::none();
  if (!arrays) {
    if (!fill_numbers(law_index, numbers, r.to, r.n)) return nb::none();
  } else {
    if (r.to.on_gpu) return nb::none();
    const void* at[detail::max_numbers] = {};
    for (int k = 0; k < n; ++k) {
      at[k] = params.p[k].of_type(l.type_of_arrays(), r.dims);
      if (l.refuses_sign(k) && has_sign(l.type_of_arrays(), at[k], r.n)) return nb::none();
    }
    try {
      fill_each(l, at, r.to, r.n);
    } catch (const argument_error&) {  // Python code reports the parameter's name
      return nb::none();
    }
  }
  return r.done(given, out);
}

nb::object source::draw_made(const any_distribution& d, nb::handle size) {
  shape s;
  if (!on_host || (!size.is_none() && !s.read(size)) || s.dimensions == max_dimensions) return nb::none();
  if (d.info().kind == distribution_kind::vector)
    s.sizes[s.dimensions++] = static_cast<Py_ssize_t>(d.row_size());
  const value_type type = type_named(d.info().type);
  if (s.count() > max_values || type == bf16) return nb::none();
  destination to;
  nb::object made = new_array(type, s.dimensions, s.sizes, to.to);
  const auto n = static_cast<std::size_t>(s.count());
  to.bytes = n * bytes_of(type);
  fill_into(d, to, n / d.row_size());
  return made;
}

nb::object source::draw_between(int law_index, nb::handle low, nb::handle high, nb::handle size,
                                nb::handle dtype, nb::handle out) {
  std::optional<quick_out> given;
  if (!out.is_none()) given.emplace(out);
  const value_type type = type_of_call(f64, dtype, given);
  law_index = type == f64 || type == f32 ? law_at(law_index).of_type[static_cast<std::size_t>(type)] : -1;
  if (law_index < 0 || bank_) return nb::none();
  const law& l = law_at(law_index);
  parameters params;
  auto& p = params.p;
  for (int k = 0; k < 2; ++k) {
    const nb::handle value = k == 0 ? low : high;
    if (!number_from(*l.info, value, p[k].number) && !params.read_array(k, value)) return nb::none();
  }
  const bool arrays = params.arrays;
  if (!arrays && !are_bounds(type, p[0].number, p[1].number)) return nb::none();
  if (!arrays && !given && size.is_none()) {
    double value = 0;  // memory for a float or a double
    if (!fill_between(law_index, p[0].number, p[1].number, {&value, l.info->value_bytes}, 1))
      return nb::none();
    return python_number(type, &value);
  }
  result r;
  if (!r.open(params, size, type, given, on_host)) return nb::none();
  if (!arrays) {
    if (!fill_between(law_index, p[0].number, p[1].number, r.to, r.n)) return nb::none();
  } else {
    if (r.to.on_gpu) return nb::none();
    const double* at[2];
    std::size_t step[2];
    for (int k = 0; k < 2; ++k) {
      step[k] = p[k].is_array ? 1 : 0;
      at[k] = p[k].is_array ? static_cast<const double*>(p[k].of_type(f64, r.dims)) : &p[k].number;
    }
    const bounds all{at[0], step[0], at[1], step[1]};
    if (!are_bounds(type, all, r.n)) return nb::none();
    fill_each_bounds(l, all, r.to, r.n);
  }
  return r.done(given, out);
}

namespace {

/// An integer type: its range, and the type of the distribution that draws its values.
struct integer_type {
  std::int64_t least, most;  ///< for u64, only the lower half has a fast path
  value_type drawn;
};
std::optional<integer_type> integer_type_of(value_type t) {
  if (t == no_type || t <= f32 || t == f16 || t == bf16) return std::nullopt;
  if (t == boolean) return integer_type{0, 1, u32};
  const bool is_signed = type_names[t][0] == 'i';
  const std::size_t bits = 8 * bytes_of(t) - (is_signed ? 1 : 0);
  const std::int64_t most = bits < 63 ? (std::int64_t{1} << bits) - 1 : INT64_MAX;
  return integer_type{is_signed ? -most - 1 : 0, most, bytes_of(t) == 8 ? t : is_signed ? i32 : u32};
}

}  // namespace

nb::object source::draw_integers(nb::handle low, nb::handle high, nb::handle size, nb::handle dtype,
                                 bool endpoint, nb::handle out) {
  static const int uniform_int_index = any_distribution(uniform_int<std::int64_t>(0, 1)).index();
  const value_type type = type_of(dtype.ptr());
  const std::optional<integer_type> range = integer_type_of(type);
  std::optional<quick_out> given;
  if (!out.is_none()) given.emplace(out);
  if (bank_ || !range || (given && (given->as_array() == nullptr || given->type() != type)))
    return nb::none();
  const bool narrow = bytes_of(type) < 4;
  const law& l = law_at(law_at(uniform_int_index).of_type[static_cast<std::size_t>(range->drawn)]);
  parameters params;
  auto& p = params.p;
  const nb::handle bound[] = {low, high};
  for (int k = high.is_none() ? 1 : 0; k < 2; ++k) {
    const nb::handle value = high.is_none() ? low : bound[k];
    long long x = 0;
    if (!whole_from(value, x) && !params.read_array(k, value)) return nb::none();
    p[k].number = std::bit_cast<double>(x);
  }
  const bool arrays = params.arrays;
  const auto allowed = [&](std::int64_t& a, std::int64_t& b) {
    if (!endpoint && b == std::numeric_limits<std::int64_t>::min()) return false;
    b -= endpoint ? 0 : 1;
    return a >= range->least && b <= range->most && a <= b;
  };
  std::int64_t first = std::bit_cast<std::int64_t>(p[0].number),
               last = std::bit_cast<std::int64_t>(p[1].number);
  if (!arrays && !allowed(first, last)) return nb::none();
  const double numbers[detail::max_numbers] = {std::bit_cast<double>(first), std::bit_cast<double>(last)};
  if (!arrays && !given && size.is_none()) {
    if (!on_host && type != i64) return nb::none();
    std::uint64_t value[1], cut[1];
    if (!take_ahead(l.info->index, numbers, 1, value)) return nb::none();
    const bool plain = dtype.ptr() == reinterpret_cast<PyObject*>(&PyLong_Type);
    if (dtype.ptr() == reinterpret_cast<PyObject*>(&PyBool_Type)) return nb::bool_((value[0] & 1) != 0);
    if (plain) return python_number(type, value);
    if (!narrow) return numpy_number(type, value);
    resize_integers(reinterpret_cast<const std::uint32_t*>(value), cut, bytes_of(type), 1);
    return numpy_number(type, cut);
  }
  result r;
  if (!r.open(params, size, type, given, on_host)) return nb::none();
  if (arrays) {
    if (narrow || !p[0].is_whole() || !p[1].is_whole()) return nb::none();
    constexpr std::int64_t top = std::numeric_limits<std::int64_t>::max();
    const auto bounds_at = [&](std::size_t done, std::size_t count, std::int64_t* lows, std::int64_t* highs) {
      p[0].expand(r.dims, done, count, lows);
      p[1].expand(r.dims, done, count, highs);
      for (std::size_t i = 0; i < count && !endpoint; ++i)  // the least integer becomes `top`
        highs[i] = static_cast<std::int64_t>(static_cast<std::uint64_t>(highs[i]) - 1);
    };
    const std::int64_t most = endpoint ? range->most : std::min(range->most, top - 1);
    for (std::size_t done = 0; done < r.n; done += cached) {
      std::int64_t lows[cached], highs[cached];
      const std::size_t count = std::min(cached, r.n - done);
      bounds_at(done, count, lows, highs);
      if (!are_bounds_in(range->least, most, lows, highs, count)) return nb::none();
    }
    fill_each_integers(l, bounds_at, r.to, r.n);
  } else if (!(narrow ? fill_narrow(l.info->index, numbers, type, r.to.to, r.n)
                      : fill_numbers(l.info->index, numbers, r.to, r.n))) {
    return nb::none();
  }
  return r.done(given, out);
}

}  // namespace tali::python
