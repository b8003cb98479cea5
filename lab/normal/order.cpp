// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <utility>
#include <vector>

#include <tali/engine/philox4x32.hpp>

#include "dependence.hpp"
#include "search.hpp"
#include "series.hpp"

namespace tali::lab::normal {

namespace {

constexpr int powers = 6;                  // y^2 ... y^12
constexpr int first = 3, last = 16;        // degrees of the hermites that are included
constexpr int degrees = last - first + 1;  // the higher ones are below 1e-18 in any order

/// At the start, one accepted swap may increase the sum of squares by this factor, less 1.
constexpr double hottest = 30;

using moments = std::array<double, powers>;
using hermites = std::array<double, degrees>;

/// [place][n][m]: the contribution of y^(2m) at that place of the row to h_n / sqrt(n!) of the lane's output.
using influence = std::vector<std::array<moments, degrees>>;

influence influence_of(const output_law<real50>& law, int r) {
  const auto factors = law.dependence_factors(r);
  const auto masks = kept_masks({});
  influence all(row_size);
  for (std::size_t w = 0; w < masks.size(); ++w) {
    const std::uint32_t bits = masks[w] >> bit_layout{}.b_index;
    real50 power = 1;
    for (int m = 1; m <= powers; ++m) {
      power *= law.ka() * law.ka() / ((2 * m - 1) * 2 * m);
      for (int n = std::max(first, 2 * m); n <= last; ++n) {
        const real50 x = factors[w][n - 2 * m] * power * sqrt(factorial<real50>(n)) / row_size;
        const double one = static_cast<double>(x);
        for (std::size_t i = 0; i < row_size; ++i) {
          const bool odd = std::popcount(bits & static_cast<std::uint32_t>(i)) % 2;
          all[i][std::size_t(n - first)][std::size_t(m - 1)] += odd ? -one : one;
        }
      }
    }
  }
  return all;
}

moments powers_of(std::int32_t v) {
  const double y = v / table_unit, square = y * y;
  moments p{};
  double power = square;
  for (double& x : p) x = power, power *= square;
  return p;
}

/// A number below n, n at most 2^16, from the high bits of one word.
std::size_t below(philox4x32& g, std::size_t n) { return (std::uint64_t{g()} * n) >> 32; }

double square_of(const hermites& h) {
  double s = 0;
  for (const double x : h) s += x * x;
  return s;
}

double order_row(row& r, const influence& at, philox4x32& g, int swaps) {
  for (std::size_t i = r.size(); i > 1; --i) std::swap(r[i - 1], r[below(g, i)]);
  std::array<moments, row_size> y{};
  hermites h{};
  for (std::size_t i = 0; i < r.size(); ++i) {
    y[i] = powers_of(r[i]);
    for (std::size_t n = 0; n < degrees; ++n) {
      for (std::size_t m = 0; m < powers; ++m) h[n] += at[i][n][m] * y[i][m];
    }
  }
  // Annealing on the logarithm of the sum of squares: near the end only one swap in thousands helps, and the
  // sum spans ten orders of magnitude.
  double current = square_of(h), smallest = current;
  row best = r;
  for (int k = 0; k < swaps; ++k) {
    const std::size_t i = below(g, row_size), j = below(g, row_size);
    const double patience = hottest * (1 - double(k) / swaps) * (g() + 0.5) * 0x1p-32;
    hermites moved = h;
    double s = 0;
    for (std::size_t n = 0; n < degrees; ++n) {
      for (std::size_t m = 0; m < powers; ++m) moved[n] += (at[i][n][m] - at[j][n][m]) * (y[j][m] - y[i][m]);
      s += moved[n] * moved[n];
    }
    if (!(s < current * (1 + patience))) continue;
    current = s;
    h = moved;
    std::swap(y[i], y[j]);
    std::swap(r[i], r[j]);
    if (current < smallest) smallest = current, best = r;
  }
  r = best;
  return std::sqrt(smallest);
}

}  // namespace

double order_rows(table& t, const coefficients& k, std::uint64_t seed, int swaps) {
  double worst = 0;
  // Sorted first, so that the result depends only on the set of values.
  for (row& r : t.rows) std::sort(r.begin(), r.end());
  const output_law<real50> law(t, k);
  for (int r = 0; r < row_count; ++r) {
    philox4x32 g(seed, 1000 + std::uint64_t(r));
    worst = std::max(worst, order_row(t.rows[std::size_t(r)], influence_of(law, r), g, swaps));
  }
  return worst;
}

}  // namespace tali::lab::normal
