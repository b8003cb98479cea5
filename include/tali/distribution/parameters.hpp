// SPDX-License-Identifier: Apache-2.0
// The parameters of a distribution, one by one: what is allowed, and the check that scalars and arrays share.
#pragma once

#include <tali/arguments.hpp>
#include <tali/detail/require.hpp>
#include <tali/detail/standard.hpp>
#include <tali/error.hpp>
#include <tali/math/arithmetic.hpp>

namespace tali {

/// Asks for a distribution whose parameters were checked before, in kernels for instance.
struct unchecked_t {};
inline constexpr unchecked_t unchecked{};

/// A parameter as a distribution's `parameter_list` has it.
struct parameter_info {
  const char* name;
  const char* allowed;
  double default_value;  ///< where it is not given by name
};

/// Whether x is a number, and finite.
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

namespace detail {

template <class D>
inline constexpr int parameter_count = sizeof(D::parameter_list) / sizeof(D::parameter_list[0]);

#if !defined(__CUDACC_RTC__)
template <class T>
[[noreturn, gnu::cold, gnu::noinline]] void refuse_parameter(const parameter_info& facts, T value) {
  throw argument_error(facts.name, text_of(value), facts.allowed);
}
#endif

}  // namespace detail

/// A distribution's parameters in the order of its `parameter_list`.
template <class D>
using parameters_of = typename D::parameter[detail::parameter_count<D>];

/// Checks parameters on the host. In device code it does nothing: what a kernel makes of parameters that are
/// not allowed means nothing.
/// @throws argument_error with the first parameter that is not allowed
template <class D>
TALI_FN void check_parameters([[maybe_unused]] const parameters_of<D>& p) {
#if !defined(__CUDA_ARCH__)
  const int bad = D::bad_parameter(p);
  if (bad >= 0) detail::refuse_parameter(D::parameter_list[bad], p[bad]);
#endif
}

/// The distribution with parameters given by name.
/// @throws argument_error for a name that it does not have, and as check_parameters
template <class D>
TALI_HOST_FN D make_distribution(const arguments& given);

#if !defined(__CUDACC_RTC__)
namespace detail {

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
D make_distribution(const arguments& given, std::index_sequence<Index...>) {
  given.expect({parameter_name<D>(Index)...});
  const typename D::parameter p[] = {given_parameter<D>(given, Index)...};
  check_parameters<D>(p);
  return D(unchecked, p);
}

}  // namespace detail

template <class D>
D make_distribution(const arguments& given) {
  return detail::make_distribution<D>(
      given, std::make_index_sequence<static_cast<std::size_t>(detail::parameter_count<D>)>{});
}
#endif

}  // namespace tali
