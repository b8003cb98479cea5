// SPDX-License-Identifier: Apache-2.0
// The parameters of a distribution: the table of their ranges, and the check that scalars and arrays share.
#pragma once

#include <tali/arguments.hpp>
#include <tali/detail/require.hpp>
#include <tali/detail/standard.hpp>
#include <tali/error.hpp>
#include <tali/math/arithmetic.hpp>

namespace tali {

namespace detail {

/// Constructor tag: the parameters were checked before, for instance in kernels.
struct unchecked_t {};
inline constexpr unchecked_t unchecked{};

}  // namespace detail

/// An entry of a distribution's `parameter_list`.
struct parameter_info {
  /// An end of the range of allowed values.
  struct end {
    double value;
    bool included;
  };

  const char* name;
  const char* allowed;   ///< the allowed values, in words for error messages
  double default_value;  ///< used if the name is not given
  /// The range, which never includes NaN. A distribution that defines bad_parameter() may have further
  /// conditions.
  end least{-std::numeric_limits<double>::infinity(), true};
  end greatest{std::numeric_limits<double>::infinity(), true};
};

namespace detail {

/// Whether x is finite; NaN is not.
TALI_FN constexpr bool is_finite(float x) { return absolute(x) <= 0x1.fffffep127f; }
TALI_FN constexpr bool is_finite(double x) { return absolute(x) <= 0x1.fffffffffffffp1023; }

/// Whether x is finite and above 0.
template <class T>
TALI_FN constexpr bool is_positive(T x) {
  return x > T(0) && is_finite(x);
}

template <class T>
TALI_FN constexpr T not_a_number() {
  if constexpr (sizeof(T) == 4) {
    return as_float(0x7fc00000u);
  } else {
    return as_double(0x7ff8000000000000u);
  }
}

TALI_HOST_FN constexpr parameter_info::end from(double x) { return {x, true}; }
TALI_HOST_FN constexpr parameter_info::end up_to(double x) { return {x, true}; }
TALI_HOST_FN constexpr parameter_info::end above(double x) { return {x, false}; }
TALI_HOST_FN constexpr parameter_info::end below(double x) { return {x, false}; }
inline constexpr double unbounded = std::numeric_limits<double>::infinity();

// Entries of a parameter_list that many distributions have.
TALI_HOST_FN constexpr parameter_info finite(const char* name, double default_value) {
  return {name, "a finite number", default_value, above(-unbounded), below(unbounded)};
}
TALI_HOST_FN constexpr parameter_info positive(const char* name, double default_value) {
  return {name, "a finite number above 0", default_value, above(0), below(unbounded)};
}
TALI_HOST_FN constexpr parameter_info not_negative(const char* name, double default_value) {
  return {name, "a finite number of at least 0", default_value, from(0), below(unbounded)};
}
TALI_HOST_FN constexpr parameter_info probability(const char* name, double default_value) {
  return {name, "a probability from 0 to 1", default_value, from(0), up_to(1)};
}

template <class D>
inline constexpr int parameter_count = sizeof(D::parameter_list) / sizeof(D::parameter_list[0]);

/// A parameter in double; lanes of doubles remain.
template <class P>
TALI_FN auto as_wide(const P& x) {
  if constexpr (std::is_floating_point_v<P>) {
    return static_cast<double>(x);
  } else {
    return x;
  }
}
template <class P>
using wide_of = decltype(as_wide(std::declval<P>()));

/// The value of a failed sample: NaN, an integer with all bits set, or T{}.
template <class T>
TALI_FN constexpr T no_value() {
  if constexpr (std::is_integral_v<T>) {
    return static_cast<T>(-1);
  } else if constexpr (std::is_floating_point_v<T>) {
    return not_a_number<T>();
  } else {
    return T{};
  }
}

#if !defined(__CUDACC_RTC__)
template <class T>
[[noreturn, gnu::cold, gnu::noinline]] void refuse_parameter(const parameter_info& facts, T value) {
  throw argument_error(facts.name, text_of(value), facts.allowed);
}
#endif

/// A distribution's parameters in the order of its `parameter_list`.
template <class D>
using parameters_of = typename D::parameter[detail::parameter_count<D>];

/// Checks parameters on the host. In device code it does nothing: with invalid parameters a kernel's values
/// have no meaning.
/// @throws argument_error with the first parameter that is out of range
template <class D>
TALI_FN constexpr void check_parameters([[maybe_unused]] const parameters_of<D>& p) {
#if !defined(TALI_GPU_CODE)
  const int bad = D::bad_parameter(p);
  if (bad >= 0) detail::refuse_parameter(D::parameter_list[bad], p[bad]);
#endif
}

/// The same in an expression: returns the checked parameters.
template <class D>
TALI_FN constexpr const parameters_of<D>& checked(const parameters_of<D>& p) {
  check_parameters<D>(p);
  return p;
}

/// The index of the first parameter that is out of range, or -1. Recursive at compile time, because kernels
/// cannot access the table.
template <class D, int k = 0>
TALI_FN constexpr int out_of_range(const parameters_of<D>& p) {
  if constexpr (k == parameter_count<D>) {
    return -1;
  } else {
    using P = typename D::parameter;
    constexpr P least = static_cast<P>(D::parameter_list[k].least.value),
                greatest = static_cast<P>(D::parameter_list[k].greatest.value);
    constexpr bool from_least = D::parameter_list[k].least.included,
                   to_greatest = D::parameter_list[k].greatest.included;
    const bool is_in =
        (from_least ? p[k] >= least : p[k] > least) && (to_greatest ? p[k] <= greatest : p[k] < greatest);
    return is_in ? out_of_range<D, k + 1>(p) : k;
  }
}

/// The distribution with parameters given by name.
/// @throws argument_error for an unknown name, and as check_parameters
template <class D>
TALI_HOST_FN D made_by_name(const arguments& given);

#if !defined(__CUDACC_RTC__)
// Functions, because nvcc 13 does not take members of array elements in pack expansions.
template <class D>
const char* parameter_name(std::size_t i) {
  return D::parameter_list[i].name;
}
template <class D>
typename D::parameter given_parameter(const arguments& given, std::size_t i) {
  using P = typename D::parameter;
  return given.get<P>(D::parameter_list[i].name, static_cast<P>(D::parameter_list[i].default_value));
}

template <class D, std::size_t... Index>
D made_by_name(const arguments& given, std::index_sequence<Index...>) {
  given.expect({parameter_name<D>(Index)...});
  const typename D::parameter p[] = {given_parameter<D>(given, Index)...};
  return D(p[Index]...);
}

template <class D>
D made_by_name(const arguments& given) {
  return made_by_name<D>(given, std::make_index_sequence<static_cast<std::size_t>(parameter_count<D>)>{});
}
#endif

}  // namespace detail

}  // namespace tali
