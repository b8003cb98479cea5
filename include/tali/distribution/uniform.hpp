// SPDX-License-Identifier: Apache-2.0
// uniform: real numbers between 0 and 1, with as many random bits as the type and the interval allow.
//
// All values are exact multiples of a power of two, so no operation rounds. The four intervals are those of
// dSFMT (Saito and Matsumoto, 2009).
#pragma once

#include <tali/detail/standard.hpp>
#include <tali/distribution/base.hpp>
#include <tali/simd/bits.hpp>

namespace tali {

/// Which ends the interval includes, and the values (float; double):
enum class interval {
  close_open,    ///< [0, 1): k 2^-24; k 2^-53
  open_close,    ///< (0, 1]: (k + 1) 2^-24; (k + 1) 2^-53
  open_open,     ///< (0, 1): (2k + 1) 2^-24; (2k + 1) 2^-53, symmetric about 1/2
  close1_open2,  ///< [1, 2): 1 + k 2^-23; 1 + k 2^-52
};

/// Uniform real numbers. A float takes one word, a double two (word 2i is the low half; the highest bits are
/// used). close_open and open_close carry 24 (53) random bits, the other two 23 (52): a 24-bit midpoint next
/// to 1 would round to 1.
template <class T, interval Range = interval::close_open>
class uniform : public detail::values_of_words<uniform<T, Range>, T>,
                public detail::no_parameters<uniform<T, Range>> {
 public:
  static_assert(std::is_same_v<T, float> || std::is_same_v<T, double>,
                "tali::uniform: its numbers are float or double");

  static constexpr const char* name = Range == interval::close_open   ? "uniform"
                                      : Range == interval::open_close ? "uniform-open-close"
                                      : Range == interval::open_open  ? "uniform-open-open"
                                                                      : "uniform-close1-open2";
  static constexpr const char* summary = Range == interval::close_open   ? "real numbers in [0, 1)"
                                         : Range == interval::open_close ? "real numbers in (0, 1]"
                                         : Range == interval::open_open  ? "real numbers in (0, 1)"
                                                                         : "real numbers in [1, 2)";
  static constexpr int words = sizeof(T) / 4;
  static constexpr bool of_coordinate = true;  ///< takes one fraction, so quasi-random points can supply it

  template <class U32>
  TALI_FN constexpr auto value(const U32 (&w)[words]) const {
    if constexpr (std::is_same_v<T, float>) {
      if constexpr (Range == interval::close_open) return to_float(w[0] >> 8) * 0x1p-24f;
      if constexpr (Range == interval::open_close) return to_float((w[0] >> 8) + 1u) * 0x1p-24f;
      if constexpr (Range == interval::open_open) return to_float((w[0] >> 8) | 1u) * 0x1p-24f;
      if constexpr (Range == interval::close1_open2) return as_float((w[0] >> 9) | 0x3f800000u);
    } else {
      if constexpr (Range == interval::close_open) return to_unit_double(w[0], w[1]);
      if constexpr (Range == interval::open_close)
        return to_unit_double(w[0], w[1]) + 0x1p-53;  // exact, at most 1
      if constexpr (Range == interval::open_open) return to_unit_double(w[0], w[1], 1u);
      if constexpr (Range == interval::close1_open2)
        return as_double((join(w[0], w[1]) >> 12) | 0x3ff0000000000000u);
    }
  }

  /// The same value from two words given as one number, low + 2^32 high; U64 is a 64-bit word or SIMD lanes.
  template <class U64>
  requires(words == 2) TALI_FN constexpr auto of_number(const U64& x) const {
    if constexpr (Range == interval::close_open) return upper_to_unit_double(x);
    if constexpr (Range == interval::open_close) return upper_to_unit_double(x) + 0x1p-53;
    if constexpr (Range == interval::open_open) return upper_to_unit_double(x, 1);
    if constexpr (Range == interval::close1_open2)
      return as_double((x >> 12) | std::uint64_t{0x3ff0000000000000u});
  }
};

}  // namespace tali
