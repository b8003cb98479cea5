// SPDX-License-Identifier: Apache-2.0
// bits: the engine's words themselves, as 32-bit or 64-bit integers.
#pragma once

#include <tali/detail/standard.hpp>
#include <tali/distribution/base.hpp>
#include <tali/simd/bits.hpp>

namespace tali {

/// Every bit pattern of T with equal probability. Value i of a uint64_t sequence is word 2i (the low half)
/// and word 2i + 1.
template <class T>
class bits : public detail::values_of_words<bits<T>, T>, public detail::no_parameters<bits<T>> {
 public:
  static_assert(std::is_same_v<T, std::uint32_t> || std::is_same_v<T, std::uint64_t>,
                "tali::bits: its numbers are std::uint32_t or std::uint64_t");

  static constexpr const char* name = "bits";
  static constexpr const char* summary = "the engine's words";
  static constexpr int words = sizeof(T) / 4;
  static constexpr bool of_coordinate = true;  ///< takes one fraction, so quasi-random points can supply it

  template <class U32>
  TALI_FN constexpr auto value(const U32 (&w)[words]) const {
    if constexpr (words == 1) {
      return w[0];
    } else {
      return join(w[0], w[1]);
    }
  }

  /// The same value from two words given as one number: the number itself.
  template <class U64>
  requires(words == 2) TALI_FN constexpr U64 of_number(const U64& x) const { return x; }
};

}  // namespace tali
