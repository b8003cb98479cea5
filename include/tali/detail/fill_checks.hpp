// SPDX-License-Identifier: Apache-2.0
// What fill takes, as one message of the compiler for what it does not take.
#pragma once

#include <cstdint>
#include <span>
#include <type_traits>

#include <tali/any.hpp>
#include <tali/catalogue.hpp>
#include <tali/distribution/coordinate.hpp>
#include <tali/key.hpp>
#include <tali/parameter_arrays.hpp>

namespace tali::detail {

/// Whether fill supports the pair: the compile-time form of check_pair.
template <class E, class D>
constexpr bool is_pair() {
  if constexpr (catalogue::catalogue_engines::has<E> && catalogue::catalogue_distributions::has<D>) {
    return can_make(E::kind, kind_of<D>, coordinate_distribution<D>);
  } else {
    return false;
  }
}

/// True if fill supports the pair; otherwise compilation stops with a single message.
template <class E, class D>
constexpr bool explain_pair() {
  constexpr bool engine = catalogue::catalogue_engines::has<E>,
                 distribution = catalogue::catalogue_distributions::has<D>;
  static_assert(
      engine,
      "tali::fill: the engine must be one of tali/catalogue.hpp, such as pcg32, philox4x32, mtgp32 or "
      "sobol32");
  static_assert(distribution,
                "tali::fill: the distribution must be one of tali/catalogue.hpp with one of its value "
                "types, such as uniform<float> or poisson<std::uint32_t>");
  if constexpr (engine && distribution) {
    static_assert(!quasi_engine<E> || coordinate_distribution<D>,
                  "tali::fill: points take bits, uniform and normal_icdf, which make one value from one "
                  "coordinate; other distributions would destroy the uniformity");
    static_assert(quasi_engine<E> || kind_of<D> == distribution_kind::fixed || indexed_engine<E>,
                  "tali::fill: rejection distributions, vectors and categorical take engines with direct "
                  "access to any index, such as philox4x32 or xoshiro256pp");
  }
  return is_pair<E, D>();
}

/// Whether S is a span of keys. distribution_of<D>::type is D, or D's distribution if D is parameter_arrays.
template <class S>
inline constexpr bool is_keys = std::is_convertible_v<const S&, std::span<const key>>;
template <class D>
struct distribution_of {
  using type = D;
};
template <class D>
struct distribution_of<parameter_arrays<D>> {
  using type = D;
};
template <class D>
inline constexpr bool has_arrays = !std::is_same_v<typename distribution_of<D>::type, D>;

/// Whether To is an address, so that only the caller knows the number of values.
template <class To>
inline constexpr bool is_address =
    std::is_pointer_v<std::remove_cvref_t<To>> || std::is_null_pointer_v<std::remove_cvref_t<To>>;

/// True if fill supports the sequence, the distribution and the destination; otherwise compilation stops with
/// a single message. Types chosen at run time are checked at run time.
template <class S, class Given, class To>
constexpr bool explain_fill() {
  using D = typename distribution_of<Given>::type;
  using E = std::conditional_t<is_keys<S>, philox4x32, S>;
  constexpr bool any_e = std::is_same_v<E, any_engine>, any_d = std::is_same_v<D, any_distribution>;
  constexpr bool pair = explain_pair<std::conditional_t<any_e, philox4x32, E>,
                                     std::conditional_t<any_d, bits<std::uint32_t>, D>>();
  if constexpr (pair && has_arrays<Given>) {
    static_assert(takes_arrays<D>, "tali::fill: this distribution takes no arrays of parameters");
  }
  if constexpr (!pair || any_d) {
    return pair;
  } else if constexpr (is_address<To>) {
    using T = std::remove_pointer_t<std::remove_cvref_t<To>>;
    constexpr bool fits = std::is_same_v<T, typename D::result_type> || std::is_void_v<T> ||
                          std::is_null_pointer_v<std::remove_cvref_t<To>>;
    static_assert(
        fits, "tali::fill: the destination must be a pointer to the distribution's result_type, or void*");
    return fits;
  } else {
    constexpr bool converts = std::is_convertible_v<To, std::span<typename D::result_type>>;
    static_assert(converts,
                  "tali::fill: the destination must be a std::span of the distribution's result_type, or "
                  "an object that converts to one");
    return converts;
  }
}

}  // namespace tali::detail
