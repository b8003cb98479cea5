// SPDX-License-Identifier: Apache-2.0
// The parameters of elements, from arrays: of several elements as SIMD lanes, or of one.
#pragma once

#include <algorithm>
#include <cstddef>

#include <tali/parameter_arrays.hpp>
#include <tali/simd/lanes.hpp>

namespace tali::cpu_driver {

// Distributions whose parameters are doubles and can be SIMD lanes (the template parameter P in
// distribution/) make several elements at a time; the others make each element alone.

template <class D, class P>
struct in_lanes {
  using type = void;
};
template <template <class, class> class D, class T, class P>
struct in_lanes<D<T, double>, P> {
  using type = D<T, P>;
};

/// The parameters of elements from `from` on, as lanes.
/// @tparam R  the level's register bytes, so that each level has a different name (tests/isa_symbols.cmake)
/// @param n  number of elements, at least 1; further lanes have the parameters of the last one
template <int count, int N, int R>
TALI_FN void load_parameters(const void* const* arrays, std::size_t from, std::size_t n,
                             lanes<double, N, R> (&p)[count]) {
  for (int k = 0; k < count; ++k) {
    const double* const x = static_cast<const double*>(arrays[k]) + from;
    if (n >= N) {
      p[k] = lanes<double, N, R>::load(x);
    } else {
      double some[N];
      for (std::size_t l = 0; l < N; ++l) some[l] = x[std::min(l, n - 1)];
      p[k] = lanes<double, N, R>::load(some);
    }
  }
}

template <class D>
TALI_FN void read_parameters(const void* const* arrays, std::size_t i, detail::parameters_of<D>& p) {
  for (int k = 0; k < detail::parameter_count<D>; ++k)
    p[k] = static_cast<const typename D::parameter*>(arrays[k])[i];
}

/// Whether the parameters of element i are valid. If not, stores the value of a failed sample, and i in `bad`
/// if it is smaller.
template <class D>
TALI_FN bool check_element(const void* const* arrays, std::size_t i, typename D::result_type* to,
                           std::size_t* bad) {
  detail::parameters_of<D> p;
  read_parameters<D>(arrays, i, p);
  if (D::bad_parameter(p) < 0) return true;
  to[i] = detail::no_value<typename D::result_type>();
  *bad = std::min(*bad, i);
  return false;
}

}  // namespace tali::cpu_driver
