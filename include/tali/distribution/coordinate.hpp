// SPDX-License-Identifier: Apache-2.0
// Values of quasi-random points.
//
// A coordinate is a fraction u of 32 or 64 bits, and it makes one value: element i is computed from
// coordinate i for every distribution. A distribution gets the fraction's upper 32 bits, or 64 bits padded
// with zeros below. Distributions that take words of several elements (normal) or reject are excluded: they
// would mix dimensions and destroy the points' uniformity. Distributions that can be used have
// D::of_coordinate.
#pragma once

#include <tali/detail/standard.hpp>
#include <tali/distribution/protocol.hpp>
#include <tali/engine/sobol.hpp>

namespace tali {

namespace detail {

/// The low word for a 32-bit fraction that is used as 64 bits.
template <class D>
inline constexpr std::uint32_t below_fraction = 0;
/// Quantiles, the heavy ones, are taken at the middle of the fraction's interval, as in f32: at the lower
/// end, the origin would map to -8.3 and no point to 8.3.
template <heavy_distribution D>
inline constexpr std::uint32_t below_fraction<D> = 0x80000000u;

/// The value of distribution d for a coordinate; U is Word or SIMD lanes of it.
template <class Word, fraction_distribution D, class U>
TALI_FN auto value_of_fraction(const D& d, const U& y) {
  if constexpr (sizeof(Word) == 4) {
    if constexpr (D::words == 1) {
      const U w[1] = {y};
      return d(w);
    } else {
      const U w[2] = {U(detail::below_fraction<D>), y};
      return d(w);
    }
  } else {
    const auto high = narrow(y >> 32);
    if constexpr (D::words == 1) {
      const decltype(narrow(y)) w[1] = {high};
      return d(w);
    } else {
      const decltype(narrow(y)) w[2] = {narrow(y), high};
      return d(w);
    }
  }
}

}  // namespace detail

/// Element i of distribution d over the points of e, in kernels or on the host.
template <class Word, fraction_distribution D>
TALI_FN typename D::result_type value(const sobol_view<Word>& e, const D& d, std::uint64_t i) {
  return static_cast<typename D::result_type>(detail::value_of_fraction<Word>(d, e.word(i)));
}

#if !defined(__CUDACC_RTC__)
/// Element i of distribution d over the points of e.
template <class Word, fraction_distribution D>
typename D::result_type value(const sobol<Word>& e, const D& d, std::uint64_t i) {
  return static_cast<typename D::result_type>(detail::value_of_fraction<Word>(d, e.word(i)));
}
#endif

}  // namespace tali
