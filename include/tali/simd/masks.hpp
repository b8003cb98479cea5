// SPDX-License-Identifier: Apache-2.0
// The truth values of SIMD lanes as bits of an integer.
#pragma once

#include <tali/detail/standard.hpp>
#include <tali/math/lanes_arithmetic.hpp>
#include <tali/simd/conversion.hpp>

TALI_WIDE_REGISTERS_BEGIN
namespace tali {

/// The masks of both, and of either.
template <class T, int N, int R>
TALI_FN lane_mask<T, N, R> both(const lane_mask<T, N, R>& a, const lane_mask<T, N, R>& b) {
  return {a.v & b.v};
}
template <class T, int N, int R>
TALI_FN lane_mask<T, N, R> either(const lane_mask<T, N, R>& a, const lane_mask<T, N, R>& b) {
  return {a.v | b.v};
}

/// A mask of doubles as one of values of type T.
template <class T, int N, int R>
TALI_FN auto mask_for(const lane_mask<double, N, R>& mask) {
  if constexpr (sizeof(T) == 8) {
    return mask;
  } else {
    return lane_mask<T, N, R>{cast<std::int32_t>(narrow(cast<std::uint64_t>(mask.v)))};
  }
}

/// A mask of floats as one of values of type T.
template <class T, int N, int R>
TALI_FN auto mask_for(const lane_mask<float, N, R>& mask) {
  if constexpr (sizeof(T) == 4) {
    return mask;
  } else {
    const auto bits = cast<std::uint32_t>(mask.v);
    return lane_mask<double, N, R>{cast<std::int64_t>(join(bits, bits))};
  }
}

/// Bit l is set if lane l of the mask is set. For up to 64 lanes.
template <class T, int N, int R>
TALI_FN std::uint64_t mask_bits(const lane_mask<T, N, R>& mask) {
  static_assert(N <= 64);
  std::uint64_t out = 0;
  constexpr int per = N / decltype(mask.v)::registers;
  for (int k = 0; k < mask.v.registers; ++k) {
    std::uint64_t here = 0;
#if defined(__AVX512DQ__)
    if constexpr (R == 64) {
      if constexpr (sizeof(T) == 4) {
        here = _mm512_movepi32_mask((__m512i)mask.v.r[k]);
      } else {
        here = _mm512_movepi64_mask((__m512i)mask.v.r[k]);
      }
    } else
#endif
#if defined(__AVX__)
        if constexpr (R == 32) {
      if constexpr (sizeof(T) == 4) {
        here = static_cast<unsigned>(_mm256_movemask_ps((__m256)mask.v.r[k]));
      } else {
        here = static_cast<unsigned>(_mm256_movemask_pd((__m256d)mask.v.r[k]));
      }
    } else
#endif
#if defined(__SSE2__)
        if constexpr (R == 16) {
      if constexpr (sizeof(T) == 4) {
        here = static_cast<unsigned>(_mm_movemask_ps((__m128)mask.v.r[k]));
      } else {
        here = static_cast<unsigned>(_mm_movemask_pd((__m128d)mask.v.r[k]));
      }
    } else
#endif
#if defined(__aarch64__)
        if constexpr (R == 16) {
      if constexpr (sizeof(T) == 4) {
        here = vaddvq_u32((uint32x4_t)mask.v.r[k] & uint32x4_t{1, 2, 4, 8});
      } else {
        here = vaddvq_u64((uint64x2_t)mask.v.r[k] & uint64x2_t{1, 2});
      }
    } else
#endif
    {
      for (int i = 0; i < per; ++i) here |= std::uint64_t{mask.v.r[k][i] != 0} << i;
    }
    out |= here << (k * per);
  }
  return out;
}

}  // namespace tali
TALI_WIDE_REGISTERS_END
