// SPDX-License-Identifier: Apache-2.0
// A comparator, not a part of the library: Wallace's method, which makes normal numbers out of normal numbers
// by orthogonal transformations of a pool.
//
// Source: C. S. Wallace, "Fast pseudorandom generators for normal and exponential variates", ACM Trans. Math.
// Softw. 22 (1996). It keeps the pool's sum of squares, which is therefore drawn again for every pass; what
// neighbouring passes have in common still shows in tests (R. P. Brent, "Some comments on C. S. Wallace's
// random number generators", 2008).
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace tali::bench {

/// A pool of 4096 numbers. Uses the host's libm once, to fill it.
class wallace {
 public:
  static constexpr std::size_t size = 4096;

  template <class G>
  explicit wallace(G& words) : pool_(size), next_(size) {
    double squares = 0;
    for (std::size_t i = 0; i < size; i += 2) {
      const double radius = std::sqrt(-2 * std::log((words() + 0.5) * 0x1p-32));
      const double angle = (words() + 0.5) * (0x1p-32 * 6.283185307179586);
      pool_[i] = radius * std::cos(angle);
      pool_[i + 1] = radius * std::sin(angle);
      squares += radius * radius;
    }
    const double scale = std::sqrt(static_cast<double>(size) / squares);
    for (double& x : pool_) x *= scale;
  }

  /// The next `size` - 1 numbers. One of the pool's is kept back: the sum of squares of the next pass comes
  /// from it, by Wilson and Hilferty's normal approximation of chi-squared.
  template <class G>
  void operator()(G& words, double* to) {
    // Four places, a step apart, are mixed by half a Hadamard matrix; start and step are random, the step
    // odd.
    const std::uint32_t word = words();
    const std::size_t start = word % size, step = (word >> 12) % size | 1u, quarter = size / 4;
    const bool flip = (word >> 31) != 0;
    for (std::size_t i = 0; i < quarter; ++i) {
      const std::size_t at = start + i * step;
      const double a = pool_[at % size], b = pool_[(at + quarter * step) % size];
      const double c = pool_[(at + 2 * quarter * step) % size], d = pool_[(at + 3 * quarter * step) % size];
      const double half = 0.5 * (a + b + c + d);
      next_[4 * i] = half - a;
      next_[4 * i + 1] = flip ? b - half : half - b;
      next_[4 * i + 2] = half - c;
      next_[4 * i + 3] = flip ? d - half : half - d;
    }
    pool_.swap(next_);
    constexpr double n = size;
    const double z = pool_[size - 1];
    const double root = 1 - 2 / (9 * n) + z * std::sqrt(2 / (9 * n));
    const double scale = std::sqrt(root * root * root);  // chi-squared over its mean
    for (std::size_t i = 0; i + 1 < size; ++i) to[i] = pool_[i] * scale;
  }

 private:
  std::vector<double> pool_, next_;
};

}  // namespace tali::bench
