// SPDX-License-Identifier: Apache-2.0
// uniform-as: uniform numbers as other libraries make them from the same words, bit for bit.
//
// Sources: NumPy's random/_common and mt19937 (next_float, next_double); PyTorch's TransformationHelper.h
// (uniform_real) and CPUGeneratorImpl (random64); JAX's random.uniform; CUDA's curand_uniform.h; the C++
// standard's std::generate_canonical up to C++23, as GNU's library computes it.
#pragma once

#include <tali/detail/require.hpp>
#include <tali/detail/standard.hpp>
#include <tali/distribution/base.hpp>
#include <tali/distribution/unit.hpp>
#include <tali/math/conversion.hpp>
#include <tali/simd/bits.hpp>

namespace tali {

/// The convention of another library. w0 is a value's first word, w1 its second, u = w0 + 2^32 w1. Formulas
/// are rounded once.
enum class uniform_convention {
  torch,            ///< f32: w0 mod 2^24, times 2^-24; f64: (w1 + 2^32 w0) mod 2^53, times 2^-53
  numpy,            ///< f32: floor(w0 / 2^8) 2^-24; f64: floor(u / 2^11) 2^-53
  numpy_mt19937,    ///< f64: (2^26 floor(w0 / 2^5) + floor(w1 / 2^6)) 2^-53, as NumPy's MT19937 and Python
  jax,              ///< f32: floor(w0 / 2^9) 2^-23; f64: floor(u / 2^12) 2^-52
  curand,           ///< f32: w0 2^-32 + 2^-33, w0 rounded before; f64: (w0 xor 2^21 w1) 2^-53 + 2^-54
  curand_u32,       ///< f64 of one word: w0 2^-32 + 2^-32
  curand_mrg32k3a,  ///< z times a double near 2^-32, with w0 computed from the residue z; f32: rounded again
  std,              ///< f32: w0 2^-32, below 1; f64: u 2^-64, below 1
  std_u64,          ///< f32 of two words: u 2^-64, below 1
};

/// The name of a convention, as the argument `as` spells it.
TALI_HOST_FN constexpr const char* name_of(uniform_convention convention) {
  switch (convention) {
    case uniform_convention::torch:
      return "torch";
    case uniform_convention::numpy:
      return "numpy";
    case uniform_convention::numpy_mt19937:
      return "numpy-mt19937";
    case uniform_convention::jax:
      return "jax";
    case uniform_convention::curand:
      return "curand";
    case uniform_convention::curand_u32:
      return "curand-u32";
    case uniform_convention::curand_mrg32k3a:
      return "curand-mrg32k3a";
    case uniform_convention::std:
      return "std";
    case uniform_convention::std_u64:
      return "std-u64";
  }
  return "";
}

namespace detail {

/// The conventions that make a T from this many words.
template <class T, int Words>
struct uniform_conventions;
template <>
struct uniform_conventions<float, 1> {
  static constexpr const char* name = "uniform-as";
  static constexpr uniform_convention all[] = {
      uniform_convention::torch,  uniform_convention::numpy,           uniform_convention::jax,
      uniform_convention::curand, uniform_convention::curand_mrg32k3a, uniform_convention::std};
};
template <>
struct uniform_conventions<double, 2> {
  static constexpr const char* name = "uniform-as";
  static constexpr uniform_convention all[] = {uniform_convention::torch,         uniform_convention::numpy,
                                               uniform_convention::numpy_mt19937, uniform_convention::jax,
                                               uniform_convention::curand,        uniform_convention::std};
};
template <>
struct uniform_conventions<float, 2> {
  static constexpr const char* name = "uniform-as-u64";
  static constexpr uniform_convention all[] = {uniform_convention::std_u64};
};
template <>
struct uniform_conventions<double, 1> {
  static constexpr const char* name = "uniform-as-u32";
  static constexpr uniform_convention all[] = {uniform_convention::curand_u32,
                                               uniform_convention::curand_mrg32k3a};
};

/// x 2^-64 to the nearest double. 2^20 + (upper half) 2^-32 and 2^-12 + (lower half) 2^-64 are doubles with
/// these bits in their mantissas; the difference below is exact, and the sum is rounded once.
template <class U64>
TALI_FN constexpr auto round_to_unit_double(const U64& x) {
  const auto upper = as_double((x >> 32) | std::uint64_t{0x4130000000000000u});
  const auto lower = as_double((x & std::uint64_t{0xffffffffu}) | std::uint64_t{0x3f30000000000000u});
  using F64 = std::remove_const_t<decltype(upper)>;
  return (upper - F64(0x1p20 + 0x1p-12)) + lower;
}

/// x rounded to odd: x itself up to 53 bits; otherwise x without its lowest 11 bits, with bit 11 set if any
/// of them was 1. It is exact as a double, and this double rounds to the same float as x does.
template <class U64>
TALI_FN constexpr U64 rounded_to_odd(const U64& x) {
  const U64 low = x & std::uint64_t{0x7ff};
  const U64 odd = (x ^ low) | (less(U64(std::uint64_t{0}), low) << 11);
  const U64 above = U64(std::uint64_t{0}) - less(U64((std::uint64_t{1} << 53) - 1), x);
  return x ^ ((x ^ odd) & above);
}

/// x, or the largest number below 1 if x was rounded to 1.
template <class F>
TALI_FN F below_one(const F& x, F largest) {
  return select(is_less(x, largest), x, largest);
}

/// The residue from which cuRAND computes this word of its MRG32k3a, as a double. The word is the residue
/// times a constant, rounded to a double and then down. Residues give distinct words, except the last two;
/// for these the result is the lower one. A word is at most 209 above its residue; the estimate of the
/// difference is never too high and at most 1 too low.
template <class U32>
TALI_FN auto mrg32k3a_residue(const U32& word) {
  const auto w = as_double(join(word, U32(0x43300000u)));
  using F64 = std::remove_const_t<decltype(w)>;
  const F64 x = w - F64(0x1p52);
  const F64 residue = x - floor_f64(multiply(x, F64(4.8661997e-8)));
  const F64 before = residue - F64(1.0);
  return select(is_less(multiply(before, F64(1.000000048662)), x), residue, before);
}

}  // namespace detail

/// Uniform numbers as another library makes them from the same words. NumPy's, PyTorch's, JAX's and GNU's are
/// in [0, 1), cuRAND's in (0, 1]. docs/values.md lists the engines of each convention.
///
/// Its name is that of uniform with the argument `as`: uniform:as=numpy.
/// @tparam Words  words per value: 1 or 2
template <class T, int Words = sizeof(T) / 4>
class uniform_as : public detail::values_of_words<uniform_as<T, Words>, T> {
 public:
  using conventions = detail::uniform_conventions<T, Words>;

  static constexpr const char* name = conventions::name;
  static constexpr const char* summary = "uniform numbers as another library makes them of these words";
  static constexpr parameter_names parameters{"as"};
  static constexpr const char* option_of = "uniform";  ///< the name to use with the argument `as`
  static constexpr int words = Words;
  static constexpr int convention_count = sizeof(conventions::all) / sizeof(conventions::all[0]);
  static constexpr uniform_convention default_convention = conventions::all[0];

  TALI_HOST_FN static constexpr bool has(uniform_convention convention) {
    for (const uniform_convention known : conventions::all) {
      if (known == convention) return true;
    }
    return false;
  }

  TALI_FN constexpr uniform_as() : convention_{default_convention} {}
  /// @throws argument_error for a convention that does not make a T from this many words
  TALI_HOST_FN constexpr explicit uniform_as(uniform_convention convention) : convention_{convention} {
    detail::require(has(convention), "as", name_of(convention), "a convention of this type");
  }

  TALI_HOST_FN static uniform_as make(const arguments& given) {
    given.expect({"as"});
    const char* names[convention_count] = {};
    for (int k = 0; k < convention_count; ++k) names[k] = name_of(conventions::all[k]);
    return uniform_as(conventions::all[given.choice("as", names, convention_count)]);
  }

  template <class U32>
  TALI_FN auto value(const U32 (&w)[words]) const {
    if constexpr (std::is_same_v<T, float> && words == 1) {
      return float_of(w[0]);
    } else if constexpr (std::is_same_v<T, float>) {
      const auto d = detail::round_to_unit_double(detail::rounded_to_odd(join(w[0], w[1])));
      return detail::below_one(round_to_float(d), decltype(round_to_float(d))(1 - 0x1p-24f));
    } else if constexpr (words == 1) {
      if (convention_ == uniform_convention::curand_mrg32k3a) return unit_of_residue(w[0]);
      return to_unit_double(U32(0u), w[0]) + 0x1p-32;
    } else {
      return double_of(w[0], w[1]);
    }
  }

  [[nodiscard]] TALI_FN constexpr uniform_convention convention() const { return convention_; }

  TALI_FN friend bool operator==(const uniform_as&, const uniform_as&) = default;

 private:
  template <class U32>
  TALI_FN static auto unit_of_residue(const U32& w) {
    const auto z = detail::mrg32k3a_residue(w);
    return multiply(z, std::remove_const_t<decltype(z)>(2.3283065498378288e-10));
  }

  template <class U32>
  TALI_FN auto float_of(const U32& w) const {
    using F = decltype(round_to_float(w));
    switch (convention_) {
      case uniform_convention::torch:
        return F(to_float(w & 0xffffffu) * 0x1p-24f);
      case uniform_convention::jax:
        return F(to_float(w >> 9) * 0x1p-23f);
      case uniform_convention::curand:
        return F(unit_f32(w));
      case uniform_convention::curand_mrg32k3a:
        return F(round_to_float(unit_of_residue(w)));
      case uniform_convention::std:
        return F(detail::below_one(F(round_to_float(w) * 0x1p-32f), F(1 - 0x1p-24f)));
      default:
        return F(to_float(w >> 8) * 0x1p-24f);
    }
  }

  template <class U32>
  TALI_FN auto double_of(const U32& w0, const U32& w1) const {
    using F = decltype(to_unit_double(w0, w1));
    constexpr std::uint64_t lower_53 = (std::uint64_t{1} << 53) - 1;
    switch (convention_) {
      case uniform_convention::torch:
        return F(to_unit_double(join(w1, w0) & lower_53));
      case uniform_convention::numpy_mt19937:
        return F(to_unit_double((join(w0 >> 5, U32(0u)) << 26) | join(w1 >> 6, U32(0u))));
      case uniform_convention::jax:
        return F(to_unit_double((join(w0, w1) >> 12) << 1));
      case uniform_convention::curand:
        return F(to_unit_double(join(w0, U32(0u)) ^ (join(w1, U32(0u)) << 21)) + F(0x1p-54));
      case uniform_convention::std:
        return F(detail::below_one(F(detail::round_to_unit_double(join(w0, w1))), F(1 - 0x1p-53)));
      default:
        return F(to_unit_double(w0, w1));
    }
  }

  uniform_convention convention_;
};

}  // namespace tali
