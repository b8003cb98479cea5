// SPDX-License-Identifier: Apache-2.0
// Floating-point arithmetic with the same bits everywhere: IEEE 754 operations, rounded to nearest even, in
// the written order, regardless of compiler flags.
//
// Plain operators do not guarantee that: GCC fuses a * b + c if the target has fma, and nvcc does so by
// default. Code that computes values therefore uses multiply, add, fma, divide and square_root.
// lanes_arithmetic.hpp has the same names for SIMD registers, so that an algorithm is one template over the
// number type.
#pragma once

#include <tali/detail/device.hpp>
#include <tali/detail/intrinsics.hpp>
#include <tali/detail/software_fma.hpp>
#include <tali/detail/standard.hpp>
#include <tali/simd/bits.hpp>

#if defined(__FAST_MATH__) || defined(__ASSOCIATIVE_MATH__) || defined(__RECIPROCAL_MATH__) || \
    defined(__NO_SIGNED_ZEROS__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__ != 0)
#error "tali's values are exact IEEE 754 results, which -ffast-math and its parts do not give"
#endif
#if defined(__FLT_EVAL_METHOD__) && __FLT_EVAL_METHOD__ != 0
#error "tali needs float and double operations that round to their own type (on x86: -mfpmath=sse)"
#endif

namespace tali {

/// Elementary functions of numbers and SIMD lanes.
namespace math {}
namespace detail {
using namespace math;
}

/// a b
TALI_FN float multiply(float a, float b) {
#if defined(TALI_GPU_CODE)
  return detail::gpu::multiply(a, b);
#else
  return detail::rounded(a * b);
#endif
}
TALI_FN double multiply(double a, double b) {
#if defined(TALI_GPU_CODE)
  return detail::gpu::multiply(a, b);
#else
  return detail::rounded(a * b);
#endif
}

/// a + b
TALI_FN float add(float a, float b) {
#if defined(TALI_GPU_CODE)
  return detail::gpu::add(a, b);
#else
  return detail::rounded(a) + detail::rounded(b);  // either may be a product of the caller
#endif
}
TALI_FN double add(double a, double b) {
#if defined(TALI_GPU_CODE)
  return detail::gpu::add(a, b);
#else
  return detail::rounded(a) + detail::rounded(b);
#endif
}

/// a b + c, rounded once, by other operations if the machine has no such instruction. x86 builds without the
/// instruction in their target test the processor.
TALI_FN float fma(float a, float b, float c) {
#if defined(TALI_GPU_CODE)
  return detail::gpu::fma(a, b, c);
#elif defined(TALI_HAS_FMA)
  return __builtin_fmaf(a, b, c);
#else
  return detail::machine_fma(a, b, c);
#endif
}
TALI_FN double fma(double a, double b, double c) {
#if defined(TALI_GPU_CODE)
  return detail::gpu::fma(a, b, c);
#elif defined(TALI_HAS_FMA)
  return __builtin_fma(a, b, c);
#else
  return detail::machine_fma(a, b, c);
#endif
}

/// a / b
TALI_FN float divide(float a, float b) {
#if defined(TALI_GPU_CODE)
  return detail::gpu::divide(a, b);
#else
  return a / b;
#endif
}
TALI_FN double divide(double a, double b) {
#if defined(TALI_GPU_CODE)
  return detail::gpu::divide(a, b);
#else
  return a / b;
#endif
}

namespace math {

/// 1 / x for |x| in 2^-125 ... 2^125, faster than a division on a GPU. For numbers or lanes.
template <class F>
TALI_FN F reciprocal_of_normal(const F& x) {
#if defined(TALI_GPU_CODE)
  return detail::gpu::reciprocal_of_normal(x);
#else
  return divide(F(1), x);
#endif
}

}  // namespace math

/// The square root of x >= 0.
TALI_FN float square_root(float x) {
#if defined(TALI_GPU_CODE)
  return detail::gpu::square_root(x);
#elif defined(__SSE2__)
  return _mm_cvtss_f32(_mm_sqrt_ss(_mm_set_ss(x)));  // the builtin would keep a call for errno
#else
  return __builtin_sqrtf(x);  // the result is determined by IEEE 754
#endif
}
TALI_FN double square_root(double x) {
#if defined(TALI_GPU_CODE)
  return detail::gpu::square_root(x);
#elif defined(__SSE2__)
  const __m128d v = _mm_set_sd(x);
  return _mm_cvtsd_f64(_mm_sqrt_sd(v, v));
#else
  return __builtin_sqrt(x);
#endif
}

/// The bits of a float or double.
TALI_FN constexpr std::uint32_t bits_of(float x) { return __builtin_bit_cast(std::uint32_t, x); }
TALI_FN constexpr std::uint64_t bits_of(double x) { return __builtin_bit_cast(std::uint64_t, x); }

/// x without its sign.
TALI_FN constexpr float absolute(float x) { return as_float(bits_of(x) & 0x7fffffffu); }
TALI_FN constexpr double absolute(double x) { return as_double(bits_of(x) & 0x7fffffffffffffffu); }

/// The magnitude of x, with the top bit of `word` as sign.
TALI_FN constexpr float with_sign(float x, std::uint32_t word) {
  return as_float((bits_of(x) & 0x7fffffffu) | (word & 0x80000000u));
}
TALI_FN constexpr double with_sign(double x, std::uint64_t word) {
  return as_double((bits_of(x) & 0x7fffffffffffffffu) | (word & 0x8000000000000000u));
}

/// x, negated where the top bit of `word` is set.
TALI_FN constexpr float flip_sign(float x, std::uint32_t word) {
  return as_float(bits_of(x) ^ (word & 0x80000000u));
}
TALI_FN constexpr double flip_sign(double x, std::uint32_t word) {
  return as_double(bits_of(x) ^ join(0u, word & 0x80000000u));
}

namespace detail {

/// An entry of a table with `size` entries, a power of two; the index is the bits of `word` starting at bit
/// `bit`.
template <int bit, std::uint32_t size, class T>
TALI_FN T look_up_bits(const T* table, std::uint32_t word) {
  // The bits are shifted so that they are an offset in bytes.
  constexpr int shift = bit - log2_of(sizeof(T));
  constexpr std::uint32_t mask = (size - 1) * std::uint32_t{sizeof(T)};
  const std::uint32_t at = shift >= 0 ? word >> (shift & 31) : word << (-shift & 31);
  return *reinterpret_cast<const T*>(reinterpret_cast<const char*>(table) + (at & mask));
}

}  // namespace detail

/// A number, not SIMD lanes.
template <class T>
concept scalar_number = std::is_arithmetic_v<T>;

/// Whether a < b. For lanes the result is a mask, otherwise a bool; both are arguments of select and any.
template <scalar_number T>
TALI_FN constexpr bool is_less(T a, T b) {
  return a < b;
}

/// `yes` where the mask is set, otherwise `no`.
template <scalar_number T>
TALI_FN constexpr T select(bool mask, T yes, T no) {
  return mask ? yes : no;
}

/// Whether any lane of a mask is set.
TALI_FN constexpr bool any(bool mask) { return mask; }

/// The intersection and the union of two masks.
TALI_FN constexpr bool both(bool a, bool b) { return a && b; }
TALI_FN constexpr bool either(bool a, bool b) { return a || b; }

/// x to the nearest float.
TALI_FN constexpr float round_to_float(std::uint32_t x) { return static_cast<float>(x); }
TALI_FN float round_to_float(double x) {
#if defined(TALI_GPU_CODE)
  return detail::gpu::to_float(x);  // subnormal results stay under -ftz=true
#else
  return static_cast<float>(x);
#endif
}

namespace detail {

/// x 2^-n = (1 + excess) 2^-exponent, both exact, with 1 + excess between sqrt(1/2) and sqrt(2) and an
/// integer exponent >= 0.
template <class F>
struct binary_split {
  F exponent, excess;
};

}  // namespace detail

/// For normal x with 0 < x 2^-n <= 1.
template <int n>
TALI_FN detail::binary_split<float> split_near_one(float x) {
  const std::uint32_t i = bits_of(x);
#if defined(TALI_GPU_CODE)
  // The shift back follows below; a mask and an addition would take one more instruction.
  const std::uint32_t e = detail::gpu::opaque_shift_right<23>(detail::split_top<float>(n) - i);
#else
  const std::uint32_t e = (detail::split_top<float>(n) - i) >> 23;
#endif
  return {to_float(e), fma(as_float(i + (e << 23)), as_float(detail::power_of_two<float>(-n)), -1.0f)};
}
template <int n>
TALI_FN detail::binary_split<double> split_near_one(double x) {
  // Uses only the high word, which avoids carries on a GPU.
  const std::uint64_t i = bits_of(x);
  const std::uint32_t e = (narrow(detail::split_top<double>(n) >> 32) - narrow(i >> 32)) >> 20;
  return {static_cast<double>(static_cast<std::int32_t>(e)),
          fma(as_double(i + join(0u, e << 20)), as_double(detail::power_of_two<double>(-n)), -1.0)};
}

namespace detail {

/// The coefficients of a polynomial, as an object.
template <class P>
struct terms_of {
  static constexpr int count = static_cast<int>(sizeof(P::terms) / sizeof(P::terms[0]));
  double term[count];

  TALI_FN constexpr terms_of() : term{} {
    for (int i = 0; i < count; ++i) term[i] = P::terms[i];
  }
};

/// Term k and all following terms.
template <class P, int k, class F>
TALI_FN F polynomial_from(const F& x) {
#if defined(TALI_GPU_CODE)
  const F term(gpu::in_constant_memory<terms_of<P>>.term[k]);
#else
  const F term(P::terms[k]);
#endif
  if constexpr (k + 1 == terms_of<P>::count) {
    return term;
  } else {
    return fma(x, polynomial_from<P, k + 1>(x), term);
  }
}

}  // namespace detail

namespace math {

/// The polynomial whose coefficients are P::terms, doubles, by Horner's rule, with an fma per step. A GPU
/// reads them from constant memory, which is faster if a kernel cannot keep them in registers for many
/// values: the normal quantile gains 15 %, and exponential numbers would lose as much
/// (docs/explain/speed.md).
template <class P, class F>
TALI_FN F polynomial(const F& x) {
  return detail::polynomial_from<P, 0>(x);
}

/// c0 + c1 x + c2 x^2 + ... in the same way, with literal coefficients.
template <class F, class T>
TALI_FN F polynomial(const F&, T c0) {
  return F(c0);
}
template <class F, class T, class... More>
TALI_FN F polynomial(const F& x, T c0, More... more) {
  return fma(x, polynomial(x, more...), F(c0));
}

}  // namespace math

}  // namespace tali
