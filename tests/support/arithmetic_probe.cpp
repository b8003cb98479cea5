// SPDX-License-Identifier: Apache-2.0
#include "support/arithmetic_probe.hpp"

#include <cstring>
#include <type_traits>
#include <utility>

#include <tali/distribution/unit.hpp>
#include <tali/math/lanes_arithmetic.hpp>

namespace tali::test {

namespace {

template <operation o, class V>
TALI_FN V apply(const V& a, const V& b, const V& c) {
  if constexpr (o == operation::multiply_add) return add(multiply(a, b), c);
  if constexpr (o == operation::add_product) return add(V(a * b), c);
  if constexpr (o == operation::plus) return multiply(a, b) + c;
  if constexpr (o == operation::fused) return fma(a, b, c);
  if constexpr (o == operation::quotient) return divide(a, b);
  if constexpr (o == operation::root) return square_root(absolute(a));
  if constexpr (o == operation::smaller) return select(is_less(a, b), a, b);
  if constexpr (o == operation::signed_like) return with_sign(a, bits_of(b));
  if constexpr (o == operation::plain) return a * b + c;
}

/// Calls f with the operation as a constant, so that each has loops of its own that the vectoriser may take.
template <class F>
void dispatch(operation o, F&& f) {
  const auto match = [&]<operation... each>() {
    ((o == each ? f(std::integral_constant<operation, each>{}) : void()), ...);
  };
  match.template operator()<operation::multiply_add, operation::add_product, operation::plus,
                            operation::fused, operation::quotient, operation::root, operation::smaller,
                            operation::signed_like, operation::plain>();
}

template <class T>
using values = lanes<T, probe_lanes, TALI_REGISTER_BYTES>;

template <class T>
values<T> load(const T* from) {
  values<T> v;
  std::memcpy(v.r, from, sizeof v.r);
  return v;
}

}  // namespace

template <int RegisterBytes, class T>
void by_value(operation o, const T* a, const T* b, const T* c, T* out, std::size_t n) {
  dispatch(o, [=](auto constant) {
    for (std::size_t i = 0; i < n; ++i) out[i] = apply<constant()>(a[i], b[i], c[i]);
  });
}

template <int RegisterBytes, class T>
void by_lanes(operation o, const T* a, const T* b, const T* c, T* out, std::size_t n) {
  dispatch(o, [=](auto constant) {
    for (std::size_t i = 0; i < n; i += probe_lanes) {
      apply<constant()>(load(a + i), load(b + i), load(c + i)).store(out + i);
    }
  });
}

template <int RegisterBytes>
void of_numbers(conversion c, const std::uint64_t* x, double* out, std::size_t n) {
  for (std::size_t i = 0; i < n; i += probe_lanes) {
    const values<std::uint64_t> k = load(x + i);
    const auto low = narrow(k), high = narrow(k >> 32);
    const auto d = [&] {
      switch (c) {
        case conversion::unit:
          return upper_to_unit_double(k);
        case conversion::odd_unit:
          return upper_to_unit_double(k, 1);
        case conversion::wrapped:
          return detail::wrapped_unit_f64(k);
        case conversion::unit_of_words:
          return to_unit_double(low, high);
        case conversion::odd_unit_of_words:
          return to_unit_double(low, high, 1);
        case conversion::wrapped_of_words:
          return detail::wrapped_unit_f64(low, high);
      }
      return values<double>(0);
    }();
    d.store(out + i);
  }
}

template <int RegisterBytes, class T>
bool any_less(const T* a, const T* b) {
  return any(is_less(load(a), load(b)));
}

template void by_value<TALI_REGISTER_BYTES>(operation, const float*, const float*, const float*, float*,
                                            std::size_t);
template void by_value<TALI_REGISTER_BYTES>(operation, const double*, const double*, const double*, double*,
                                            std::size_t);
template void by_lanes<TALI_REGISTER_BYTES>(operation, const float*, const float*, const float*, float*,
                                            std::size_t);
template void by_lanes<TALI_REGISTER_BYTES>(operation, const double*, const double*, const double*, double*,
                                            std::size_t);
template void of_numbers<TALI_REGISTER_BYTES>(conversion, const std::uint64_t*, double*, std::size_t);
template bool any_less<TALI_REGISTER_BYTES>(const float*, const float*);
template bool any_less<TALI_REGISTER_BYTES>(const double*, const double*);

}  // namespace tali::test
