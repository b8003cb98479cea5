// SPDX-License-Identifier: Apache-2.0
// Attempts that stand for any: groups of lanes beside the law of the paper, on GPUs and on SIMD lanes.
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>

#include <tali/math/arithmetic.hpp>
#include <tali/rejection/attempts.hpp>
#include <tali/rejection/plan.hpp>

#include "bench.hpp"

namespace tali::bench {

/// A uniform number, accepted if the exclusive or of the other words is below a bound: all that an attempt
/// costs is its blocks of words, one or several. What else a sample costs the law does not know of; against a
/// light attempt it shows.
template <int n>
struct surrogate {
  static constexpr int words = n;
  std::uint32_t bound;

  explicit surrogate(double rejection) : bound{static_cast<std::uint32_t>((1 - rejection) * 0x1p32)} {}

  template <class U32>
  TALI_FN auto operator()(const U32 (&w)[n]) const {
    U32 all = w[1];
    for (int i = 2; i < n; ++i) all = all ^ w[i];
    return attempted{w[0], is_less(all, U32(bound))};
  }
};

inline constexpr double surrogate_rejections[] = {0.05, 0.1, 0.2, 0.3, 0.4,  0.5,
                                                  0.6,  0.7, 0.8, 0.9, 0.95, 0.99};

/// What distinguishes a row of groups, and the ratio of its samples per second to those of one lane per
/// sample: measured, and by the law.
/// @param alone  10^9 samples per second of one lane per sample
inline std::string surrogate_variant(int words, double rejection, int lanes, int width, const row& r,
                                     double alone) {
  const double law =
      samples_per_iteration(rejection, lanes, width) / samples_per_iteration(rejection, 1, width);
  char text[96];
  std::snprintf(text, sizeof text, "%d words, rho %g, %d lanes: %.3f, law %.3f", words, rejection, lanes,
                r.gnum_per_s() / alone, law);
  return text;
}

inline row surrogate_row() { return {"philox4x32", "surrogate", "u32"}; }

}  // namespace tali::bench
