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
  // Of the products of the lanes in low halves, which come first, and of those in high ones.
  constexpr auto low = [](int i) {
    const bool is_low = i % 2 == detail::low_element;
    return (is_low ? 0 : per) + i - i % 2 + detail::low_element;
  };
  constexpr auto high = [](int i) {
    const bool is_low = i % 2 == detail::low_element;
    return (is_low ? 0 : per) + i - i % 2 + detail::high_element;
  };
  using words = lanes<std::uint32_t, N, R>;
  const auto of_low = detail::each_register<words>(
      [factor](reg32 x) { return (reg32)detail::multiply_low_halves((reg64)x, factor); }, a);
  const auto of_high = detail::each_register<words>(
      [factor](reg32 x) { return (reg32)detail::multiply_low_halves((reg64)x >> 32, factor); }, a);
  return {detail::each_register<words>(
              [](reg32 x, reg32 y) { return detail::shuffled(x, y, decltype(high){}); }, of_low, of_high),
          detail::each_register<words>(
              [](reg32 x, reg32 y) { return detail::shuffled(x, y, decltype(low){}); }, of_low, of_high)};
}

}  // namespace tali
