#include "order.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <utility>
#include <vector>

#include <tali/engine/philox4x32.hpp>

#include "dependence.hpp"
#include "real.hpp"

namespace tali::lab::normal {

namespace {

constexpr int powers = 5;  // y^2 ... y^10
constexpr int beta_terms = 4;

using moments = std::array<double, powers>;

struct mask_weight {
  std::uint32_t index_bits;  // w, as bits of the index
  moments weight;            // of mu_{w,2m}
};

double factorial_of(int n) { return static_cast<double>(factorial<real50>(n)); }

/// What mu_{w,2m} adds to h_n / sqrt(n!), for each mask: leading terms of V_w beta_w gamma_w in t.
std::vector<mask_weight> weights_of(const character_sums<real50>& b_prime, const coefficients& k) {
  const bit_layout layout;
  const double ka = k.a * table_unit;
  std::vector<mask_weight> all;
  for (const std::uint32_t w : kept_masks(layout)) {
    const auto beta = b_prime(w);
    const int bits = std::popcount(w);
    double gamma = 1;  // of t^bits
    for (int j = 0; j < layout.word_bits; ++j) {
      if (w >> j & 1u) gamma *= k.c_high * std::ldexp(1.0, j - 1);
    }
    mask_weight m{w >> layout.b_index, {}};
    for (int p = 0; p < powers; ++p) {
      double square = 0;
      for (int l = 0; l < beta_terms; ++l) {
        const int power = 2 * (p + 1);
        const double term = static_cast<double>(beta[2 * l]) * std::pow(ka, 2 * l + power) / factorial_of(power) *
                            gamma * std::sqrt(factorial_of(2 * l + power + bits));
        square += term * term;
      }
      m.weight[std::size_t(p)] = std::sqrt(square) / row_size;
    }
    all.push_back(m);
  }
  return all;
}

int character(std::uint32_t w, std::size_t i) { return std::popcount(w & static_cast<std::uint32_t>(i)) % 2 ? -1 : 1; }

moments powers_of(std::int32_t v) {
  const double y = v / table_unit, square = y * y;
  moments p{};
  double power = square;
  for (double& x : p) x = power, power *= square;
  return p;
}

/// A number below n, n at most 2^16, by the high bits of one word.
std::size_t below(philox4x32& g, std::size_t n) { return (std::uint64_t{g()} * n) >> 32; }

double order_row(row& r, const std::vector<mask_weight>& weights, philox4x32& g, int swaps) {
  for (std::size_t i = r.size(); i > 1; --i) std::swap(r[i - 1], r[below(g, i)]);
  std::array<moments, row_size> y{};
  for (std::size_t i = 0; i < r.size(); ++i) y[i] = powers_of(r[i]);
  std::vector<moments> mu(weights.size());
  for (std::size_t w = 0; w < weights.size(); ++w) {
    for (std::size_t i = 0; i < r.size(); ++i) {
      for (std::size_t p = 0; p < powers; ++p) mu[w][p] += character(weights[w].index_bits, i) * y[i][p];
    }
  }
  // The change of the sum of squares by a swap; made where it is negative.
  for (int n = 0; n < swaps; ++n) {
    const std::size_t i = below(g, row_size), j = below(g, row_size);
    double change = 0;
    for (std::size_t w = 0; w < weights.size(); ++w) {
      const int sign = character(weights[w].index_bits, j) - character(weights[w].index_bits, i);
      if (sign == 0) continue;
      for (std::size_t p = 0; p < powers; ++p) {
        const double d = sign * (y[i][p] - y[j][p]), scale = weights[w].weight[p];
        change += scale * d * scale * (2 * mu[w][p] + d);
      }
    }
    if (!(change < 0)) continue;
    for (std::size_t w = 0; w < weights.size(); ++w) {
      const int sign = character(weights[w].index_bits, j) - character(weights[w].index_bits, i);
      for (std::size_t p = 0; p < powers; ++p) mu[w][p] += sign * (y[i][p] - y[j][p]);
    }
    std::swap(y[i], y[j]);
    std::swap(r[i], r[j]);
  }
  double square = 0;
  for (std::size_t w = 0; w < weights.size(); ++w) {
    for (std::size_t p = 0; p < powers; ++p) square += std::pow(weights[w].weight[p] * mu[w][p], 2);
  }
  return std::sqrt(square);
}

}  // namespace

double order_rows(table& t, const coefficients& k, std::uint64_t seed, int swaps) {
  double worst = 0;
  const bit_layout layout;
  for (std::size_t first = 0; first < row_count; first += 4) {
    // B' of these lanes holds the values of the rows first ^ 4 ...; their order does not matter to it.
    std::vector<std::vector<real50>> in_b;
    for (std::size_t r = first ^ 4; r < (first ^ 4) + 4; ++r) {
      auto& values = in_b.emplace_back();
      for (const std::int32_t v : t.rows[r]) values.push_back(real50(v) / real50(table_unit));
    }
    const auto weights = weights_of(
        character_sums<real50>(in_b, layout.b_index + layout.index_bits, real50(table_unit), kept_frequencies), k);
    for (std::size_t r = first; r < first + 4; ++r) {
      philox4x32 g(seed, 1000 + r);
      std::sort(t.rows[r].begin(), t.rows[r].end());  // the result depends on the values alone
      worst = std::max(worst, order_row(t.rows[r], weights, g, swaps));
    }
  }
  return worst;
}

}  // namespace tali::lab::normal
