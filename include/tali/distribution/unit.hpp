// Uniform numbers inside (0, 1), as distributions take them from words.
#pragma once

#include <cstdint>

#include <tali/arithmetic.hpp>
#include <tali/bits.hpp>

namespace tali {

/// (w + 1/2) 2^-32 to the nearest float: all 32 bits count near 0, and 1 itself stands for the last 2^7 words.
template <class U32>
TALI_FN auto unit_f32(const U32& w) {
  using F = decltype(round_to_float(w));
  return fma(round_to_float(w), F(0x1p-32f), F(0x1p-33f));
}

/// (w + 1/2) 2^-32, exactly.
template <class U32>
TALI_FN auto unit_f64(const U32& w) {
  // 2^20 + w 2^-32 has w for its lowest bits.
  const auto shifted = as_double(join(w, U32(0x41300000u)));
  using F = decltype(add(shifted, shifted));
  return add(shifted, F(-0x1p20 + 0x1p-33));
}

/// (2 k + 1) 2^-53 with k the upper 52 bits of low + 2^32 high.
template <class U32>
TALI_FN auto unit_f64(const U32& low, const U32& high) {
  return to_unit_double(low, high, 1u);
}

}  // namespace tali
