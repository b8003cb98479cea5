// Double-length products of SIMD lanes of 32-bit words.
#pragma once

#include <tali/detail/standard.hpp>
#include <tali/lanes.hpp>

namespace tali {

/// a * b in full, for a word b.
template <int N, int R>
TALI_FN wide_product<lanes<std::uint32_t, N, R>> multiply_wide(const lanes<std::uint32_t, N, R>& a,
                                                               std::uint32_t b) {
  using reg32 = typename lanes<std::uint32_t, N, R>::reg;
  using reg64 = typename lanes<std::uint64_t, R / 8, R>::reg;
  constexpr int per = R / 4;
  const reg64 factor = std::uint64_t{b} - reg64{};
  // Of the products of even lanes, which come first, and of odd ones.
  constexpr auto low = [](int i) { return i % 2 == 0 ? i : per + i - 1; };
  constexpr auto high = [](int i) { return (i % 2 == 0 ? i : per + i - 1) + 1; };
  wide_product<lanes<std::uint32_t, N, R>> out;
  for (int k = 0; k < a.registers; ++k) {
    const reg32 even = (reg32)detail::multiply_low_halves((reg64)a.r[k], factor);
    const reg32 odd = (reg32)detail::multiply_low_halves((reg64)a.r[k] >> 32, factor);
    out.low.r[k] = detail::shuffled(even, odd, low);
    out.high.r[k] = detail::shuffled(even, odd, high);
  }
  return out;
}

}  // namespace tali
