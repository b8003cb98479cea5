// Peaks in the Walsh spectrum of single bits: hidden periods that are powers of two, exactly, in integers.
//
// Source: C.-K. Yuen, "Testing random number generators by Walsh transform", IEEE Trans. Computers C-26:4,
// 1977.
#pragma once

#include <cstdint>

#include "certify/team.hpp"

namespace tali::lab::certify {

/// The 4096 Walsh coefficients of a chunk's bits +1 and -1, squared and summed. A coefficient is a sum of
/// 4096 independent signs: its square has mean n and variance 2 n^2 - 2 n.
struct walsh_spectrum : test_defaults {
  using element = std::uint32_t;
  static constexpr const char* name = "Walsh spectrum";
  static constexpr int chunk = 4096, share = 4;
  static constexpr int sums = 2 * chunk;  // of the top bit, of the lowest
  static constexpr int scratch = chunk;

  template <class Team>
  TALI_FN void look(const Team& team, element* x, std::uint32_t* y) const {
    for (int which = 0; which < 2; ++which) {
      for (int i = team.rank(); i < chunk; i += team.size()) {
        y[i] = ((x[i] >> (which == 0 ? 31 : 0)) & 1u) != 0 ? 1u : 0xffffffffu;
      }
      team.sync();
      for (int h = 1; h < chunk; h *= 2) {
        for (int k = team.rank(); k < chunk / 2; k += team.size()) {
          const int i = k / h * 2 * h + k % h;
          const std::uint32_t a = y[i], b = y[i + h];
          y[i] = a + b;
          y[i + h] = a - b;
        }
        team.sync();
      }
      for (int i = team.rank(); i < chunk; i += team.size()) {
        const auto c = static_cast<std::int32_t>(y[i]);
        team.add_own(which * chunk + i, c * c);
      }
      team.sync();
    }
  }
  static outcome judge(const tally& t);
};

}  // namespace tali::lab::certify
