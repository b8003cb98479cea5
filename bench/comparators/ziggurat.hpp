// SPDX-License-Identifier: Apache-2.0
// A comparator, not a part of the library: Marsaglia and Tsang's ziggurat in Doornik's form, with 128 layers
// and a fresh uniform number beside the layer's index.
//
// Sources: G. Marsaglia and W. W. Tsang, "The ziggurat method for generating random variables", J.
// Statistical Software 5 (2000); J. A. Doornik, "An improved ziggurat method to generate normal random
// samples" (2005).
#pragma once

#include <cmath>
#include <cstdint>

namespace tali::bench {

/// Normal numbers by rejection: some 1.02 attempts each, a 64-bit word an attempt. Uses the host's libm.
class ziggurat {
 public:
  ziggurat() {
    // Layers of equal area v under exp(-x^2 / 2), the lowest one with the tail beyond r.
    double f = std::exp(-0.5 * r * r);
    x_[0] = v / f;
    x_[1] = r;
    for (int i = 2; i < layers; ++i) {
      x_[i] = std::sqrt(-2 * std::log(v / x_[i - 1] + f));
      f = std::exp(-0.5 * x_[i] * x_[i]);
    }
    x_[layers] = 0;
    for (int i = 0; i < layers; ++i) ratio_[i] = x_[i + 1] / x_[i];
  }

  static constexpr int layers = 128;
  static constexpr double r = 3.442619855899;  ///< where the tail begins

  /// The layers' right ends, layers + 1 of them, and each one's ratio to the layer below.
  [[nodiscard]] const double* ends() const { return x_; }
  [[nodiscard]] const double* ratios() const { return ratio_; }

  /// @param words  makes 32-bit words
  template <class G>
  double operator()(G& words) const {
    for (;;) {
      const std::uint64_t bits = word64(words);
      const auto layer = static_cast<int>(bits % layers);
      const double u = static_cast<double>(static_cast<std::int64_t>(bits) >> 11) * 0x1p-52;  // [-1, 1)
      if (std::abs(u) < ratio_[layer]) return u * x_[layer];
      if (layer == 0) return tail(words, u < 0);
      const double x = u * x_[layer];
      const double below = std::exp(-0.5 * (x_[layer] * x_[layer] - x * x));
      const double above = std::exp(-0.5 * (x_[layer + 1] * x_[layer + 1] - x * x));
      if (above + unit(words) * (below - above) < 1.0) return x;
    }
  }

 private:
  static constexpr double v = 9.91256303526217e-3;  // as r, Marsaglia and Tsang's for 128 layers

  template <class G>
  static std::uint64_t word64(G& words) {
    const std::uint64_t low = words();
    return low | std::uint64_t{words()} << 32;
  }
  /// In (0, 1).
  template <class G>
  static double unit(G& words) {
    return (static_cast<double>(word64(words) >> 12) + 0.5) * 0x1p-52;
  }
  /// Marsaglia's method for x > r.
  template <class G>
  static double tail(G& words, bool negative) {
    for (;;) {
      const double x = -std::log(unit(words)) / r, y = -std::log(unit(words));
      if (y + y > x * x) return negative ? -(r + x) : r + x;
    }
  }

  double x_[layers + 1], ratio_[layers];
};

}  // namespace tali::bench
