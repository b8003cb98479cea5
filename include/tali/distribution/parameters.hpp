// The parameters of a distribution, one by one: what is allowed, and the check that scalars and arrays share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>

#include <tali/arguments.hpp>
#include <tali/arithmetic.hpp>
#include <tali/error.hpp>

namespace tali {

/// Asks for a distribution whose parameters were checked before, in kernels for instance.
struct unchecked_t {};
inline constexpr unchecked_t unchecked{};

/// A parameter as a distribution's `parameter_list` has it.
struct parameter_facts {
  const char* name;
  const char* allowed;
  double otherwise;  ///< where it is not given by name
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

/// A number as a message shows it: the shortest text that is this number's.
std::string shown(double x);
std::string shown(float x);

template <class D>
inline constexpr int parameter_count = static_cast<int>(std::size(D::parameter_list));

}  // namespace detail

/// A distribution's parameters in the order of its `parameter_list`.
template <class D>
using parameters_of = typename D::parameter[detail::parameter_count<D>];

/// @throws argument_error with the first parameter that is not allowed
template <class D>
void check_parameters(const parameters_of<D>& p) {
  const int bad = D::bad_parameter(p);
  if (bad < 0) return;
  const parameter_facts& facts = D::parameter_list[bad];
  throw argument_error(facts.name, detail::shown(p[bad]), facts.allowed);
}

namespace detail {

// Functions, because nvcc 13 does not take members of array elements in pack expansions.
template <class D>
const char* parameter_name(std::size_t i) {
  return D::parameter_list[i].name;
}
template <class D>
typename D::parameter given_parameter(const arguments& given, std::size_t i) {
  using P = typename D::parameter;
  return given.get<P>(D::parameter_list[i].name, static_cast<P>(D::parameter_list[i].otherwise));
}

template <class D, std::size_t... I>
D make_distribution(const arguments& given, std::index_sequence<I...>) {
  given.expect({parameter_name<D>(I)...});
  const typename D::parameter p[] = {given_parameter<D>(given, I)...};
  check_parameters<D>(p);
  return D(unchecked, p);
}

}  // namespace detail

/// The distribution with parameters given by name.
/// @throws argument_error for a name that it does not have, and as check_parameters
template <class D>
D make_distribution(const arguments& given) {
  return detail::make_distribution<D>(given,
                                      std::make_index_sequence<static_cast<std::size_t>(detail::parameter_count<D>)>{});
}

}  // namespace tali
