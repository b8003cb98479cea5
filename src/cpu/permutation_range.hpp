// SPDX-License-Identifier: Apache-2.0
// A range of a permutation on one thread, for any SIMD shape.
#pragma once

#include <cstddef>
#include <cstdint>

#include <tali/distribution/permutation.hpp>
#include <tali/math/lanes_arithmetic.hpp>
#include <tali/simd/lanes.hpp>
#include <tali/simd/masks.hpp>
#include <tali/simd/multiply.hpp>

namespace tali::cpu_driver {

template <class T, int R>
void permutation_range(const permutation<T>& given, T first, T* to, std::size_t n) {
  const permutation<T> p = given;
  constexpr int N = R / 4;
  using X = lanes<T, N, R>;
  std::size_t i = 0;
  for (; i + N <= n; i += N) {
    const X index = X::iota(static_cast<T>(first + i), 1);
    const X x = p.once(index);
    x.store(to + i);
    const auto beyond = is_less(X(p.last()), x);
    if (!any(beyond)) continue;
    for (std::uint64_t open = mask_bits(beyond); open != 0; open &= open - 1) {
      T& last = to[i + static_cast<std::size_t>(__builtin_ctzll(open))];
      last = p(last);
    }
  }
  if (i == n) return;
  T rest[N];
  p.once(X::iota(static_cast<T>(first + i), 1)).store(rest);
  for (int l = 0; i < n; ++i, ++l) to[i] = rest[l] <= p.last() ? rest[l] : p(rest[l]);
}

}  // namespace tali::cpu_driver
