// SPDX-License-Identifier: Apache-2.0
// Distributions of one's own on the CPU: at the speed of the library's, on all threads, and every value a
// function of its index alone.
#include "user_distribution.hpp"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <tali/engine/philox4x32.hpp>
#include <tali/fill_with.hpp>

int main() {
  const tali::philox4x32 sequence(/*seed=*/7);
  const std::size_t n = 1000000;

  std::vector<double> depth(n);
  tali::fill_with(tali::cpu{}, sequence, own::absorption_depth{2.5}, 0, depth);
  std::vector<float> x(n);
  tali::fill_with(tali::cpu{}, sequence, own::semicircle{}, 0, x);
  // Where speed does not matter a function of a word or two does.
  std::vector<int> die(n);
  tali::fill_with(
      tali::cpu{}, sequence, [](std::uint64_t two_words) { return static_cast<int>(two_words % 6) + 1; }, 0,
      die);

  double mean_depth = 0, square = 0, mean_die = 0;
  for (std::size_t i = 0; i < n; ++i) {
    mean_depth += depth[i] / static_cast<double>(n);
    square += static_cast<double>(x[i]) * static_cast<double>(x[i]) / static_cast<double>(n);
    mean_die += die[i] / static_cast<double>(n);
  }
  std::printf("mean depth %.4f (2.5), mean square on the semicircle %.4f (0.25), mean die %.4f (3.5)\n",
              mean_depth, square, mean_die);

  // Any piece by itself, by one thread: the same bits.
  std::vector<float> piece(1000);
  tali::fill_with(tali::cpu{1}, sequence, own::semicircle{}, 500000, piece);
  bool same = true;
  for (std::size_t i = 0; i < piece.size(); ++i) {
    same = same && piece[i] == x[500000 + i] &&
           piece[i] == tali::value_with(sequence, own::semicircle{}, 500000 + i);
  }
  std::printf("a piece by itself is %s\n", same ? "the same" : "different");
  const bool right = std::abs(mean_depth - 2.5) < 0.02 && std::abs(square - 0.25) < 0.002;
  return same && right ? EXIT_SUCCESS : EXIT_FAILURE;
}
