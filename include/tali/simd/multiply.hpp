// SPDX-License-Identifier: Apache-2.0
// Double-length products of SIMD lanes of 32-bit words.
#pragma once

#include <tali/detail/standard.hpp>
#include <tali/simd/lanes.hpp>

namespace tali {

/// a * b in full, for a word b.
template <int N, int R>
TALI_FN wide_product<lanes<std::uint32_t, N, R>> multiply_wide(const lanes<std::uint32_t, N, R>& a,
                                                               std::uint32_t b) {
  using reg32 = typename lanes<std::uint32_t, N, R>::reg;
  using reg64 = typename lanes<std::uint64_t, R / 8, R>::reg;
  constexpr int per = R / 4;
  const reg64 factor = std::uint64_t{b} - reg64{};
  // The products of the lanes in low halves come first, then those in high halves.
  constexpr auto low = [](int i) {
    const bool is_low = i % 2 == detail::low_element;
    return (is_low ? 0 : per) + i - i % 2 + detail::low_element;
  };
  constexpr auto high = [](int i) {
    const bool is_low = i % 2 == detail::low_element;
    return (is_low ? 0 : per) + i - i % 2 + detail::high_element;
  };
  wide_product<lanes<std::uint32_t, N, R>> out;
  for (int k = 0; k < a.registers; ++k) {
    const reg32 of_low = (reg32)detail::multiply_low_halves((reg64)a.r[k], factor);
    const reg32 of_high = (reg32)detail::multiply_low_halves((reg64)a.r[k] >> 32, factor);
    out.low.r[k] = detail::shuffled(of_low, of_high, low);
    out.high.r[k] = detail::shuffled(of_low, of_high, high);
  }
  return out;
}

}  // namespace tali
