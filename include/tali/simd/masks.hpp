// SPDX-License-Identifier: Apache-2.0
// Operations of SIMD lanes other than arithmetic: conversions, double-length products, masks as bits.
#pragma once

#include <tali/detail/standard.hpp>
#include <tali/math/conversion.hpp>
#include <tali/math/lanes_arithmetic.hpp>
#include <tali/simd/lanes.hpp>

TALI_WIDE_REGISTERS_BEGIN
namespace tali {

// The conversions of math/conversion.hpp for which SIMD lanes have special instructions.

/// Every float as a double, exactly.
template <int N, int R>
TALI_FN lanes<double, N, R> to_double(const lanes<float, N, R>& x) {
  typedef float half __attribute__((vector_size(R / 2)));
  using reg = typename lanes<double, N, R>::reg;
  return detail::each_half<lanes<double, N, R>, half>(
      [](half h) TALI_LAMBDA {
#if defined(__AVX512F__)
        if constexpr (R == 64) {  // GCC 12 splits the conversion of half a register into elements
          return (reg)_mm512_maskz_cvtps_pd(0xff, (__m256)h);
        } else
#endif
          return __builtin_convertvector(h, reg);
      },
      x);
}

// Double-length products of SIMD lanes of 32-bit words.

/// a * b in full, for a word b.
template <int N, int R>
TALI_FN detail::wide_product<lanes<std::uint32_t, N, R>> multiply_wide(const lanes<std::uint32_t, N, R>& a,
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
  detail::wide_product<lanes<std::uint32_t, N, R>> out;
  for (int k = 0; k < a.registers; ++k) {
    const reg32 of_low = (reg32)detail::multiply_low_halves((reg64)a.r[k], factor);
    const reg32 of_high = (reg32)detail::multiply_low_halves((reg64)a.r[k] >> 32, factor);
    out.low.r[k] = detail::shuffled(of_low, of_high, low);
    out.high.r[k] = detail::shuffled(of_low, of_high, high);
  }
  return out;
}

/// The intersection and the union of two masks.
template <class T, int N, int R>
TALI_FN lane_mask<T, N, R> both(const lane_mask<T, N, R>& a, const lane_mask<T, N, R>& b) {
  return {a.v & b.v};
}
template <class T, int N, int R>
TALI_FN lane_mask<T, N, R> either(const lane_mask<T, N, R>& a, const lane_mask<T, N, R>& b) {
  return {a.v | b.v};
}

/// Converts a mask of doubles to one for values of type T.
template <class T, int N, int R>
TALI_FN auto mask_for(const lane_mask<double, N, R>& mask) {
  if constexpr (sizeof(T) == 8) {
    return mask;
  } else {
    return lane_mask<T, N, R>{cast<std::int32_t>(narrow(cast<std::uint64_t>(mask.v)))};
  }
}

/// Converts a mask of floats to one for values of type T.
template <class T, int N, int R>
TALI_FN auto mask_for(const lane_mask<float, N, R>& mask) {
  if constexpr (sizeof(T) == 4) {
    return mask;
  } else {
    const auto bits = cast<std::uint32_t>(mask.v);
    return lane_mask<double, N, R>{cast<std::int64_t>(join(bits, bits))};
  }
}

namespace detail {

/// Bit l is set if lane l of the mask is set. For up to 64 lanes.
template <class T, int N, int R>
TALI_FN std::uint64_t mask_bits(const lane_mask<T, N, R>& mask) {
  static_assert(N <= 64);
  std::uint64_t out = 0;
  constexpr int per = N / decltype(mask.v)::registers;
  for (int k = 0; k < mask.v.registers; ++k) {
    std::uint64_t bits = 0;
#if defined(__AVX512DQ__)
    if constexpr (R == 64) {
      if constexpr (sizeof(T) == 4) {
        bits = _mm512_movepi32_mask((__m512i)mask.v.r[k]);
      } else {
        bits = _mm512_movepi64_mask((__m512i)mask.v.r[k]);
      }
    } else
#endif
#if defined(__AVX__)
        if constexpr (R == 32) {
      if constexpr (sizeof(T) == 4) {
        bits = static_cast<unsigned>(_mm256_movemask_ps((__m256)mask.v.r[k]));
      } else {
        bits = static_cast<unsigned>(_mm256_movemask_pd((__m256d)mask.v.r[k]));
      }
    } else
#endif
#if defined(__SSE2__)
        if constexpr (R == 16) {
      if constexpr (sizeof(T) == 4) {
        bits = static_cast<unsigned>(_mm_movemask_ps((__m128)mask.v.r[k]));
      } else {
        bits = static_cast<unsigned>(_mm_movemask_pd((__m128d)mask.v.r[k]));
      }
    } else
#endif
#if defined(__aarch64__)
        if constexpr (R == 16) {
      if constexpr (sizeof(T) == 4) {
        bits = vaddvq_u32((uint32x4_t)mask.v.r[k] & uint32x4_t{1, 2, 4, 8});
      } else {
        bits = vaddvq_u64((uint64x2_t)mask.v.r[k] & uint64x2_t{1, 2});
      }
    } else
#endif
    {
      for (int i = 0; i < per; ++i) bits |= std::uint64_t{mask.v.r[k][i] != 0} << i;
    }
    out |= bits << (k * per);
  }
  return out;
}

}  // namespace detail

}  // namespace tali
TALI_WIDE_REGISTERS_END
