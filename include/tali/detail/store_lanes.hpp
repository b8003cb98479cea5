// SPDX-License-Identifier: Apache-2.0
// Stores lanes to memory in index order.
#pragma once

#include <cstdint>
#include <cstring>

#include <tali/math/lanes_arithmetic.hpp>
#include <tali/sequence.hpp>
#include <tali/simd/half.hpp>
#include <tali/simd/lanes.hpp>

TALI_WIDE_REGISTERS_BEGIN
namespace tali::cpu_driver {

template <class U, class T>
concept wider_than = sizeof(T) < sizeof(U);
template <class T>
concept of_16_bits = sizeof(T) == 2;

/// Stores lane l's value k to to[l * m + k].
template <class T, int N, int R>
TALI_FN void store_woven(const lanes<T, N, R> (&v)[1], T* to) {
  v[0].store(to);
}
template <class T, int N, int R>
TALI_FN void store_woven(const lanes<T, N, R> (&v)[2], T* to) {
  detail::zip(v[0], v[1]).store(to);
}
template <class T, int N, int R>
TALI_FN void store_woven(const lanes<T, N, R> (&v)[4], T* to) {
  detail::zip(detail::zip(v[0], v[2]), detail::zip(v[1], v[3])).store(to);
}

/// Stores lane l's value k to to[l * m + k], for a value type narrower than the lanes.
template <class T, wider_than<T> U, int N, int R, int m>
TALI_FN void store_woven(const lanes<U, N, R> (&v)[m], T* to) {
  U wide[N * m];
  store_woven(v, wide);
  for (int i = 0; i < N * m; ++i) to[i] = static_cast<T>(wide[i]);
}

/// Stores lane l's value k to to[l * 4 + k], rounded from float to 16 bits.
template <of_16_bits T, int N, int R>
TALI_FN void store_woven(const lanes<float, N, R> (&v)[4], T* to) {
  const lanes<float, 4 * N, R> x = detail::zip(detail::zip(v[0], v[2]), detail::zip(v[1], v[3]));
  const lanes<std::uint32_t, 4 * N, R> words = stored_words<T>(x);
  typedef std::uint16_t half_register __attribute__((vector_size(R / 2)));
  for (int k = 0; k < words.registers; ++k) {
    const half_register h = __builtin_convertvector(words.r[k], half_register);
    std::memcpy(to + k * (R / 4), &h, sizeof h);
  }
}

/// Makes the values of lanes `lane` ... `lane` + L - 1 of a span from their words.
/// @param to  the beginning of the span
template <int L, int R, lane_distribution D>
TALI_FN void store_lanes(const D& d, int lane, const lanes<std::uint32_t, L, R> (&w)[D::lane_words],
                         typename D::result_type* to) {
  using values = lanes<typename D::lane_type, L, R>;
  values x[D::lane_values];
  d(w, D::table(), x);
  for (int k = 0; k < D::lane_values; k += D::run) {
    values neighbours[D::run];
    for (int j = 0; j < D::run; ++j) neighbours[j] = x[k + j];
    store_woven(neighbours, to + D::index_of(lane, k));
  }
}

}  // namespace tali::cpu_driver
TALI_WIDE_REGISTERS_END
