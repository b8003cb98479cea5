// SPDX-License-Identifier: Apache-2.0
// The volume of the four-dimensional unit ball, three ways that use the same numbers: a bulk fill, a C++
// random number engine, and elements asked for by index. The three results are equal to the last bit.
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <tali/tali.hpp>

namespace {

constexpr std::uint64_t points = 1'000'000;
constexpr int dimensions = 4;

template <class Next>
double volume(Next next) {
  std::uint64_t inside = 0;
  for (std::uint64_t i = 0; i < points; ++i) {
    double r = 0;
    for (int d = 0; d < dimensions; ++d) {
      const double x = 2 * next() - 1;
      r += x * x;
    }
    inside += r <= 1;
  }
  return 16.0 * static_cast<double>(inside) / points;
}

}  // namespace

int main() {
  const tali::philox4x32 sequence(/*seed=*/2024, /*stream=*/7);
  const tali::uniform<double> uniform;

  std::vector<double> x(points * dimensions);
  tali::fill(tali::cpu{}, sequence, uniform, 0, std::span(x));  // every processor, widest SIMD
  const double* at = x.data();
  const double filled = volume([&] { return *at++; });

  tali::philox4x32 engine = sequence;  // as with <random>
  const double drawn = volume([&] { return uniform(engine); });

  std::uint64_t i = 0;  // any element, in any order
  const double indexed = volume([&] { return tali::value(sequence, uniform, i++); });

  std::printf("volume of the 4-ball: %.6f by fill, %.6f by engine, %.6f by index (exact: 4.934802)\n", filled,
              drawn, indexed);
  return filled == drawn && drawn == indexed ? EXIT_SUCCESS : EXIT_FAILURE;
}
