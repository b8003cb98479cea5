// SPDX-License-Identifier: Apache-2.0
// SIMD lanes for the CPU: N values of type T in registers of R bytes, with the operations of bits.hpp.
//
// Built on the vector extension that GCC and Clang share, so plain operators compile to the instructions of
// the translation unit's target; x86 intrinsics are used only for instructions that the extension lacks (32 x
// 32 -> 64 multiplication) or compiles badly. R is part of the type, so that the same template for two SIMD
// levels has two names, and one binary can contain both.
#pragma once

#include <tali/detail/intrinsics.hpp>
#include <tali/detail/standard.hpp>
#include <tali/simd/bits.hpp>
#include <tali/simd/registers.hpp>

TALI_WIDE_REGISTERS_BEGIN
namespace tali {

template <class T, int N, int R>
class lanes {
 public:
  typedef T reg __attribute__((vector_size(R)));  // `using` does not take a dependent vector_size
  static constexpr int count = N;
  static constexpr int per_register = R / static_cast<int>(sizeof(T));
  static constexpr int registers = N / per_register;
  static_assert(registers >= 1 && N % per_register == 0);
  /// A register in memory, at any address. With memcpy GCC 12 copies AVX2 registers in halves, through the
  /// stack.
  typedef T loose __attribute__((vector_size(R), aligned(1), may_alias));

  reg r[registers];

  lanes() = default;
  /// The same value in every lane.
  TALI_FN lanes(T x) {
    for (auto& v : r) v = x - reg{};
  }

  /// first, first + step, first + 2 step, ...
  TALI_FN static lanes iota(T first, T step) {
    lanes out;
    reg index;
    for (int i = 0; i < per_register; ++i) index[i] = static_cast<T>(i);
    for (int k = 0; k < registers; ++k) {
      out.r[k] = (index + static_cast<T>(k * per_register)) * step + first;
    }
    return out;
  }

  TALI_FN void set(int lane, T x) { r[lane / per_register][lane % per_register] = x; }
  TALI_FN T get(int lane) const { return r[lane / per_register][lane % per_register]; }

  /// Lane 0, 1, ... from consecutive elements of any alignment.
  TALI_FN static lanes load(const T* from) {
    lanes out;
    for (int k = 0; k < registers; ++k) out.r[k] = *reinterpret_cast<const loose*>(from + k * per_register);
    return out;
  }

  /// Writes lane 0, 1, ... to consecutive elements of any alignment.
  TALI_FN void store(T* to) const {
    for (int k = 0; k < registers; ++k) *reinterpret_cast<loose*>(to + k * per_register) = r[k];
  }

  TALI_FN friend lanes operator+(lanes a, lanes b) {
    return each(a, b, [](reg x, reg y) TALI_LAMBDA { return x + y; });
  }
  TALI_FN friend lanes operator-(lanes a, lanes b) {
    return each(a, b, [](reg x, reg y) TALI_LAMBDA { return x - y; });
  }
  TALI_FN friend lanes operator-(lanes a) {
    for (auto& x : a.r) x = -x;
    return a;
  }
  TALI_FN friend lanes operator*(lanes a, lanes b) {
    return each(a, b, [](reg x, reg y) TALI_LAMBDA { return x * y; });
  }
  TALI_FN friend lanes operator^(lanes a, lanes b) {
    return each(a, b, [](reg x, reg y) TALI_LAMBDA { return x ^ y; });
  }
  TALI_FN friend lanes operator&(lanes a, lanes b) {
    return each(a, b, [](reg x, reg y) TALI_LAMBDA { return x & y; });
  }
  TALI_FN friend lanes operator|(lanes a, lanes b) {
    return each(a, b, [](reg x, reg y) TALI_LAMBDA { return x | y; });
  }
  TALI_FN friend lanes operator>>(lanes a, int n) {
    for (auto& x : a.r) x = x >> n;
    return a;
  }
  TALI_FN friend lanes operator<<(lanes a, int n) {
    for (auto& x : a.r) x = x << n;
    return a;
  }

 private:
  template <class F>
  TALI_FN static lanes each(lanes a, const lanes& b, F f) {
    for (int k = 0; k < registers; ++k) a.r[k] = f(a.r[k], b.r[k]);
    return a;
  }
};

template <int N, int R>
class low_halves;

/// The shape of a cursor with N lanes in registers of R bytes, at multiples of the engine's group.
template <int N, int R>
struct simd {
  static constexpr int count = N;
  static constexpr bool aligned = true;
  template <class T>
  using of = lanes<T, N, R>;
  using low_halves = tali::low_halves<N, R>;
};

namespace detail {

/// Two 32-bit elements overlap one 64-bit element: the indices of its low half and of its high half. Elements
/// count from the lowest address, which on a big-endian machine is the high half.
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
inline constexpr int low_element = 1, high_element = 0;
#elif __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
inline constexpr int low_element = 0, high_element = 1;
#else
#error "tali knows little-endian and big-endian machines; this one has another order of bytes"
#endif

/// Products of the low 32 bits of each 64-bit lane.
template <class V>
TALI_FN V multiply_low_halves(V a, V b) {
#if defined(__AVX512F__)
  if constexpr (sizeof(V) == 64) return (V)_mm512_maskz_mul_epu32(0xff, (__m512i)a, (__m512i)b);
#endif
#if defined(__AVX2__)
  if constexpr (sizeof(V) == 32) return (V)_mm256_mul_epu32((__m256i)a, (__m256i)b);
#endif
#if defined(__SSE2__)
  if constexpr (sizeof(V) == 16) return (V)_mm_mul_epu32((__m128i)a, (__m128i)b);
#endif
#if defined(__ARM_NEON)
  if constexpr (sizeof(V) == 16) return (V)vmull_u32(vmovn_u64((uint64x2_t)a), vmovn_u64((uint64x2_t)b));
#endif
  return (a & 0xffffffffu) * (b & 0xffffffffu);
}

}  // namespace detail

/// As in bits.hpp.
template <int N, int R>
TALI_FN lanes<std::uint64_t, N, R> multiply_low_words(lanes<std::uint64_t, N, R> a, std::uint32_t b) {
  using reg = typename lanes<std::uint64_t, N, R>::reg;
  for (auto& x : a.r) x = detail::multiply_low_halves(x, std::uint64_t{b} - reg{});
  return a;
}

template <int N, int R>
TALI_FN lanes<std::uint32_t, N, R> narrow(const lanes<std::uint64_t, N, R>& x) {
  lanes<std::uint32_t, N, R> out;
  using reg32 = typename lanes<std::uint32_t, N, R>::reg;
  for (int k = 0; k < out.registers; ++k) {
    const reg32 a = (reg32)x.r[2 * k], b = (reg32)x.r[2 * k + 1];
    out.r[k] = detail::shuffled(a, b, [](int i) { return 2 * i + detail::low_element; });
  }
  return out;
}

namespace detail {

/// Converts 64-bit numbers between memory order and pairs of words with the low word first: swaps the halves
/// on a big-endian machine.
template <int N, int R>
TALI_FN lanes<std::uint64_t, N, R> low_word_first(const lanes<std::uint64_t, N, R>& x) {
  if constexpr (detail::low_element == 0) return x;
  return (x >> 32) | (x << 32);
}

/// The first and the second word of every pair that was loaded as a 64-bit lane.
template <int N, int R>
TALI_FN lanes<std::uint32_t, N, R> first_words(const lanes<std::uint64_t, N, R>& pairs) {
  return narrow(detail::low_element == 0 ? pairs : pairs >> 32);
}
template <int N, int R>
TALI_FN lanes<std::uint32_t, N, R> second_words(const lanes<std::uint64_t, N, R>& pairs) {
  return narrow(detail::low_element == 0 ? pairs >> 32 : pairs);
}

}  // namespace detail

/// 32-bit words in the low halves of 64-bit lanes; the high halves are unspecified. In this form a
/// chain of wide multiplications needs no shuffles.
template <int N, int R>
class low_halves {
 public:
  using u64 = lanes<std::uint64_t, N, R>;

  u64 v;

  low_halves() = default;
  TALI_FN low_halves(std::uint32_t x) : v(x) {}
  TALI_FN explicit low_halves(const u64& x) : v(x) {}

  TALI_FN friend low_halves operator^(const low_halves& a, const low_halves& b) {
    return low_halves(a.v ^ b.v);
  }
};

template <int N, int R>
TALI_FN detail::wide_product<low_halves<N, R>> multiply_wide(const low_halves<N, R>& a, std::uint32_t b) {
  using reg32 = typename lanes<std::uint32_t, R / 4, R>::reg;
  using reg64 = typename lanes<std::uint64_t, R / 8, R>::reg;
  const reg64 factor = std::uint64_t{b} - reg64{};
  detail::wide_product<low_halves<N, R>> out;
  for (int k = 0; k < a.v.registers; ++k) {
    const reg64 product = detail::multiply_low_halves(a.v.r[k], factor);
    out.low.v.r[k] = product;
    // A shuffle, because shifts use the multiplier's port on Intel cores.
    out.high.v.r[k] =
        (reg64)detail::shuffled((reg32)product, [](int i) { return i - i % 2 + detail::high_element; });
  }
  return out;
}

template <int N, int R>
TALI_FN lanes<std::uint32_t, N, R> narrow(const low_halves<N, R>& x) {
  return narrow(x.v);
}

template <int N, int R>
TALI_FN lanes<std::uint32_t, N, R> rotate_right(lanes<std::uint32_t, N, R> x,
                                                const lanes<std::uint32_t, N, R>& r) {
  for (int k = 0; k < x.registers; ++k) {
#if defined(__AVX512F__)
    if constexpr (R == 64) {
      using reg = typename lanes<std::uint32_t, N, R>::reg;
      x.r[k] = (reg)_mm512_maskz_rorv_epi32(0xffff, (__m512i)x.r[k], (__m512i)r.r[k]);
      continue;
    }
#endif
    x.r[k] = (x.r[k] >> (r.r[k] & 31u)) | (x.r[k] << ((0u - r.r[k]) & 31u));
  }
  return x;
}

template <int N, int R>
TALI_FN lanes<float, N, R> to_float(const lanes<std::uint32_t, N, R>& x) {
  lanes<float, N, R> out;
  using signed_reg = typename lanes<std::int32_t, N, R>::reg;
  for (int k = 0; k < out.registers; ++k) {
    out.r[k] = __builtin_convertvector((signed_reg)x.r[k], typename lanes<float, N, R>::reg);
  }
  return out;
}

template <int N, int R>
TALI_FN lanes<float, N, R> as_float(const lanes<std::uint32_t, N, R>& x) {
  lanes<float, N, R> out;
  for (int k = 0; k < out.registers; ++k) out.r[k] = (typename lanes<float, N, R>::reg)x.r[k];
  return out;
}

template <int N, int R>
TALI_FN lanes<double, N, R> as_double(const lanes<std::uint64_t, N, R>& x) {
  lanes<double, N, R> out;
  for (int k = 0; k < out.registers; ++k) out.r[k] = (typename lanes<double, N, R>::reg)x.r[k];
  return out;
}

/// 1 where a < b, otherwise 0.
template <int N, int R>
TALI_FN lanes<std::uint64_t, N, R> less(const lanes<std::uint64_t, N, R>& a,
                                        const lanes<std::uint64_t, N, R>& b) {
  lanes<std::uint64_t, N, R> out;
  for (int k = 0; k < out.registers; ++k) {
    out.r[k] = (typename lanes<std::uint64_t, N, R>::reg)(a.r[k] < b.r[k]) & 1u;
  }
  return out;
}

/// The same bits as another integer type of the same size.
template <class T, class U, int N, int R>
TALI_FN lanes<T, N, R> cast(const lanes<U, N, R>& x) {
  static_assert(sizeof(T) == sizeof(U));
  lanes<T, N, R> out;
  for (int k = 0; k < out.registers; ++k) out.r[k] = (typename lanes<T, N, R>::reg)x.r[k];
  return out;
}

namespace detail {

/// a0 b0 a1 b1 ...
template <class T, int N, int R>
TALI_FN lanes<T, 2 * N, R> zip(const lanes<T, N, R>& a, const lanes<T, N, R>& b) {
  constexpr int per = lanes<T, N, R>::per_register;
  lanes<T, 2 * N, R> out;
  for (int k = 0; k < a.registers; ++k) {
    out.r[2 * k] = detail::shuffled(a.r[k], b.r[k], [](int i) { return i / 2 + (i % 2) * per; });
    out.r[2 * k + 1] =
        detail::shuffled(a.r[k], b.r[k], [](int i) { return per / 2 + i / 2 + (i % 2) * per; });
  }
  return out;
}

}  // namespace detail

template <int N, int R>
TALI_FN lanes<std::uint64_t, N, R> join(const lanes<std::uint32_t, N, R>& low,
                                        const lanes<std::uint32_t, N, R>& high) {
  const lanes<std::uint32_t, 2 * N, R> pairs =
      detail::low_element == 0 ? detail::zip(low, high) : detail::zip(high, low);
  lanes<std::uint64_t, N, R> out;
  for (int k = 0; k < out.registers; ++k) out.r[k] = (typename lanes<std::uint64_t, N, R>::reg)pairs.r[k];
  return out;
}

/// As in bits.hpp. AVX-512 converts 64-bit integers; other levels give each half its weight in the number,
/// 2^20 + upper 2^-32 and 2^-12 + lower 2^-64, which saves the shift by 11.
template <int N, int R>
TALI_FN lanes<double, N, R> upper_to_unit_double(const lanes<std::uint64_t, N, R>& x,
                                                 std::uint32_t lowest = 0) {
  using F = lanes<double, N, R>;
#if defined(__AVX512DQ__)
  if constexpr (R == 64) {
    const auto upper = (x >> 11) | std::uint64_t{lowest};
    F out;
    for (int k = 0; k < out.registers; ++k) {
      out.r[k] = __builtin_convertvector(upper.r[k], typename F::reg) * 0x1p-53;
    }
    return out;
  }
#endif
  constexpr std::uint64_t bits_of_2_20 = 0x4130000000000000u, bits_of_1_by_2_12 = 0x3f30000000000000u;
  const auto lower = (x & std::uint64_t{0xfffff800}) | (bits_of_1_by_2_12 | std::uint64_t{lowest} << 11);
  return (as_double((x >> 32) | bits_of_2_20) - F(0x1p20 + 0x1p-12)) + as_double(lower);
}

template <int N, int R>
TALI_FN lanes<double, N, R> to_unit_double(const lanes<std::uint32_t, N, R>& low,
                                           const lanes<std::uint32_t, N, R>& high, std::uint32_t lowest = 0) {
  return upper_to_unit_double(join(low, high), lowest);
}

}  // namespace tali
TALI_WIDE_REGISTERS_END
