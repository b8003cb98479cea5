// SPDX-License-Identifier: Apache-2.0
// The arguments of a method's call that the fast path takes: numbers, arrays, `size`, `dtype` and `out`.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <vector>

#include "laws.hpp"
#include "memory.hpp"

namespace tali::python {

namespace {  // of calls.cpp alone: the compiler inlines what no other file can call

constexpr int max_dimensions = 16;
constexpr Py_ssize_t max_values = Py_ssize_t{1} << 40;  // Python code rejects more

/// Converts a Python or NumPy integer. False for other objects, and if the integer does not fit.
bool whole_from(nb::handle value, long long& to) {
  nb::object number;
  if (!PyLong_CheckExact(value.ptr())) {
    const value_type t = type_of(reinterpret_cast<PyObject*>(Py_TYPE(value.ptr())));
    if (t == no_type || t <= f32 || t == f16 || t == bf16 || t == boolean) return false;
    number = nb::steal(PyNumber_Index(value.ptr()));
    if (!number.is_valid()) throw nb::python_error();
    value = number;
  }
  int overflow = 0;
  to = PyLong_AsLongLongAndOverflow(value.ptr(), &overflow);
  return overflow == 0;
}

struct shape {
  int dimensions = 0;
  Py_ssize_t sizes[max_dimensions] = {};

  /// Reads a method's `size` argument, which must not be None.
  bool read(nb::handle size) {
    if (PyTuple_Check(size.ptr())) {
      const Py_ssize_t n = PyTuple_Size(size.ptr());
      if (n > max_dimensions) return false;
      for (; dimensions < n; ++dimensions) {
        if (!read_one(PyTuple_GetItem(size.ptr(), dimensions))) return false;
      }
      return count() <= max_values;
    }
    return read_one(size.ptr()) && ++dimensions == 1;
  }
  bool assign(const array& a) {
    if (a.dimensions > max_dimensions) return false;
    dimensions = a.dimensions;
    std::copy_n(a.shape, dimensions, sizes);
    return true;
  }
  /// Broadcasts this shape with an array's. False if the shapes are incompatible or the result is too large.
  bool broadcast(const array& a) {
    if (a.dimensions > max_dimensions) return false;
    if (a.dimensions > dimensions) {
      const int more = a.dimensions - dimensions;
      std::copy_backward(sizes, sizes + dimensions, sizes + a.dimensions);
      std::fill_n(sizes, more, 1);
      dimensions = a.dimensions;
    }
    for (int d = 0; d < a.dimensions; ++d) {
      Py_ssize_t& size = sizes[dimensions - a.dimensions + d];
      if (size == 1) size = a.shape[d];
      if (a.shape[d] != 1 && a.shape[d] != size) return false;
    }
    return count() <= max_values;
  }
  [[nodiscard]] Py_ssize_t count() const {
    Py_ssize_t n = 1;
    for (int d = 0; d < dimensions; ++d)
      n = n == 0 || sizes[d] <= max_values / n ? n * sizes[d] : max_values + 1;
    return n;
  }
  bool operator==(const shape& other) const {
    return dimensions == other.dimensions && std::equal(sizes, sizes + dimensions, other.sizes);
  }

 private:
  bool read_one(PyObject* size) {
    long long n = 0;
    if (!whole_from(size, n) || n < 0 || n > max_values) return false;
    sizes[dimensions] = static_cast<Py_ssize_t>(n);
    return true;
  }
};

/// A parameter of a call.
struct parameter {
  double number = 0;  ///< the value; for a distribution of integers, the bits of a 64-bit integer
  bool is_array = false;
  array values{};
  nb::object converted;  ///< the array made from a list or tuple
  std::vector<std::uint64_t> expanded;

  bool read_array(nb::handle given) {
    if (PyList_CheckExact(given.ptr()) || PyTuple_CheckExact(given.ptr())) {
      converted = as_array(given);
      given = converted;
    }
    is_array = is_known(given.ptr(), values) && values.aligned && values.dimensions > 0 &&
               values.type != f16 && values.type != bf16;
    return is_array;
  }

  /// Whether all values are 64-bit integers with a sign.
  [[nodiscard]] bool is_whole() const { return !is_array || (values.type > f32 && values.type != u64); }

  /// The values, broadcast to a shape, as an array of doubles or floats.
  const void* of_type(value_type type, const shape& s) {
    const auto n = static_cast<std::size_t>(s.count());
    shape array_shape;
    if (is_array && values.type == type && values.contiguous && array_shape.assign(values) &&
        array_shape == s)
      return values.data;
    expanded.resize((n * bytes_of(type) + 7) / 8);
    if (type == f64) expand(s, 0, n, reinterpret_cast<double*>(expanded.data()));
    if (type == f32) expand(s, 0, n, reinterpret_cast<float*>(expanded.data()));
    return expanded.data();
  }

  /// Writes values first ... first + n - 1 of those broadcast to a shape; n is at least 1.
  template <class To>
  void expand(const shape& s, std::size_t first, std::size_t n, To* to) const {
    if (!is_array) {
      if constexpr (std::is_integral_v<To>) {
        std::fill_n(to, n, std::bit_cast<To>(number));
      } else {
        std::fill_n(to, n, static_cast<To>(number));
      }
      return;
    }
    with_type(values.type, [&]<class From>(From) {
      copy<From>(s, static_cast<Py_ssize_t>(first), static_cast<Py_ssize_t>(n), to);
    });
  }

 private:
  template <class From, class To>
  void copy(const shape& s, Py_ssize_t first, Py_ssize_t n, To* to) const {
    Py_ssize_t steps[max_dimensions] = {}, index[max_dimensions] = {};
    for (int d = 0; d < values.dimensions; ++d)
      steps[s.dimensions - values.dimensions + d] = values.shape[d] == 1 ? 0 : values.strides[d];
    const int last = s.dimensions - 1;
    const bool is_row = std::all_of(steps, steps + last, [](Py_ssize_t step) { return step == 0; });
    To* const all = to;
    const Py_ssize_t total = n;
    if (is_row) n = std::min(n, s.sizes[last]);
    const char* row = values.data;
    Py_ssize_t at = first % s.sizes[last];
    first /= s.sizes[last];
    for (int d = last; d-- > 0; first /= s.sizes[d]) {
      index[d] = first % s.sizes[d];
      row += index[d] * steps[d];
    }
    for (; n > 0; at = 0) {
      const Py_ssize_t end = std::min(s.sizes[last], at + n), step = steps[last];
      n -= end - at;
      if (step == sizeof(From)) {
        for (; at < end; ++at) *to++ = static_cast<To>(reinterpret_cast<const From*>(row)[at]);
      } else {
        for (; at < end; ++at) *to++ = static_cast<To>(*reinterpret_cast<const From*>(row + at * step));
      }
      for (int d = last; d-- > 0;) {
        row += steps[d];
        if (++index[d] != s.sizes[d]) break;
        row -= index[d] * steps[d];
        index[d] = 0;
      }
    }
    for (Py_ssize_t done = to - all; done < total;) {  // the same row again and again
      const Py_ssize_t some = std::min(done, total - done);
      to = std::copy_n(all, some, to);
      done += some;
    }
  }
};

/// A call's parameters.
struct parameters {
  parameter p[detail::max_numbers];
  shape array_shape;  ///< the shape that all arrays broadcast to
  bool arrays = false;

  /// Reads an array as parameter k. False if it is not an array, or does not broadcast with the others.
  bool read_array(int k, nb::handle value) {
    arrays = true;
    return p[k].read_array(value) && array_shape.broadcast(p[k].values);
  }
};

/// The destination of a call's values: a new array, or the memory passed as `out`.
class result {
 public:
  bool open(const parameters& given, nb::handle size, value_type type, const std::optional<quick_out>& out,
            bool on_host) {
    shape requested;
    if (!size.is_none() && !requested.read(size)) return false;
    if (given.arrays) {
      if (size.is_none()) requested = given.array_shape;
      if (!fits(given.array_shape, requested)) return false;
    }
    if (!out) {
      if (!on_host) return false;
      dims = requested;
      object = new_array(type, dims.dimensions, dims.sizes, to.to);
      to.bytes = static_cast<std::size_t>(dims.count()) * bytes_of(type);
    } else {
      to = **out;
      const bool shaped = !size.is_none() || given.arrays;
      if (const array* const a = out->as_array()) {
        if (!dims.assign(*a) || (!size.is_none() && !(dims == requested)) ||
            (shaped && !fits(requested, dims)))
          return false;
      } else if (shaped) {
        return false;
      }
    }
    n = to.bytes / bytes_of(type);
    return n != 0;
  }

  /// What the call returns when the values are written.
  nb::object done(const std::optional<quick_out>& out, nb::handle given) const {
    if (!out) return object;
    out->written();
    return nb::borrow(given);
  }

  nb::object object;  ///< a new array
  destination to;
  shape dims;
  std::size_t n = 0;

 private:
  /// Whether the first shape broadcasts to the second.
  static bool fits(shape one, const shape& other) {
    const array a{nullptr, other.dimensions, other.sizes, nullptr, no_type, false, false, false};
    return one.broadcast(a) && one == other;
  }
};

/// The type of a call's values: `dtype`, or the type of `out`. Returns no_type if they differ or one of them
/// is unknown. A dtype of float64, the methods' default, gives way to a tensor's type.
value_type type_of_call(value_type default_type, nb::handle dtype, const std::optional<quick_out>& out) {
  const value_type named = dtype.is_none() ? no_type : type_of(dtype.ptr());
  if (!dtype.is_none() && named == no_type) return no_type;
  if (!out) return dtype.is_none() ? default_type : named;
  const bool free = dtype.is_none() || (named == f64 && out->as_array() == nullptr);
  return free || named == out->type() ? out->type() : no_type;
}

}  // namespace

}  // namespace tali::python
