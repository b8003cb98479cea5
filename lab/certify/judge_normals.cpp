// SPDX-License-Identifier: Apache-2.0
// The laws of the normal tests' sums, for a standard normal sample.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <numbers>
#include <span>

#include "certify/mixing_tests.hpp"
#include "certify/normal_tests.hpp"
#include "certify/p_values.hpp"
#include "empirical/moments.hpp"

namespace tali::lab::certify {

namespace {

/// The kurtosis of He_k(x) for normal x: He_k^2 is the sum of C(k, j)^2 j! He_(2k-2j), whose terms are
/// orthogonal.
double hermite_kurtosis(int k) {
  double sum = 0;
  for (int j = 0; j <= k; ++j) {
    const double term = 2 * (2 * log_choose(k, j) + std::lgamma(j + 1.0) - std::lgamma(k + 1.0));
    sum += std::exp(term + std::lgamma(2.0 * k - 2 * j + 1));
  }
  return sum;
}

/// The deviations of cells with equal expectation, in standard deviations.
series residuals(const char* name, std::span<const std::uint64_t> cells, double expected) {
  series picture{name, {}};
  for (const std::uint64_t c : cells) {
    picture.values.push_back((static_cast<double>(c) - expected) / std::sqrt(expected));
  }
  return picture;
}

}  // namespace

outcome normal_moments::judge(const tally& t) {
  outcome o;
  moment_sums s;
  s.n = t.chunks * chunk;
  for (std::size_t k = 0; k < moment_order; ++k) {
    s.units[k] = moment_sums::wide{static_cast<std::int64_t>(t.sums[2 * k])} +
                 (moment_sums::wide{static_cast<std::int64_t>(t.sums[2 * k + 1])} << 32);
  }
  const moment_report r = report(s);
  series moments{"z of moments", {}}, hermites{"z of hermites", {}};
  std::vector<double> judged;
  for (std::size_t k = 0; k < moment_order; ++k) {
    moments.values.push_back(r.moments[k].z);
    hermites.values.push_back(r.hermites[k].z);
    // A mean of n numbers is nearly normal if the kurtosis of one is small compared with n: for order 12 from
    // 2^41 on.
    if (hermite_kurtosis(static_cast<int>(k) + 1) > 1e-3 * static_cast<double>(s.n)) continue;
    const double z = r.hermites[k].z;
    judged.push_back(z);
    o.p.push_back({"hermite " + std::to_string(k + 1), z, normal_tail(z)});
  }
  if (!judged.empty()) judge_scores(o, "hermites 1 to " + std::to_string(judged.size()), judged);
  o.pictures = {std::move(moments), std::move(hermites)};
  return o;
}

outcome normal_tails::judge(const tally& t) {
  outcome o;
  const double n = static_cast<double>(t.chunks) * chunk;
  series counts{"tail counts", {}}, expectations{"tail expectations", {}};
  for (const int side : {0, 1}) {
    for (int b = 0; b < bins; ++b) {  // the probability of a larger number
      std::uint64_t count = 0;
      for (int c = b; c < bins; ++c) count += t.counts[static_cast<std::size_t>(side * bins + c)];
      const double expected = n * normal_tail(start(b));
      counts.values.push_back(static_cast<double>(count));
      expectations.values.push_back(expected);
      if (b % 4 != 0) continue;
      const double p = poisson_p(count, expected);
      // If fewer than ten are expected, only a nearly impossible count is judged.
      if (expected < 10 && p > 1e-6) continue;
      const std::string sigmas = std::to_string(3 + b / 4);
      o.p.push_back({(side == 0 ? "below -" : "above ") + sigmas, static_cast<double>(count), p});
    }
  }
  o.pictures = {std::move(counts), std::move(expectations)};
  return o;
}

outcome normal_correlations::judge(const tally& t) {
  outcome o;
  const char* const names[] = {"inside blocks of 32", "across blocks of 32", "across blocks of 64"};
  const double unit = 0x1p-24;
  for (const bool of_squares : {false, true}) {
    std::vector<double> at_lags(lags), pairs_at(lags);
    for (int kind = 0; kind < kinds; ++kind) {
      std::vector<double> z;
      for (int lag = 1; lag <= lags; ++lag) {
        const double n = static_cast<double>(t.chunks) * pairs(kind, lag);
        if (n == 0) continue;
        const auto at = static_cast<std::size_t>((of_squares ? squares : values) + kind * lags + lag - 1);
        const double sum = t.sum(at) * unit;
        z.push_back(sum / (std::sqrt(n) * (of_squares ? 2 : 1)));  // x^2 - 1 has variance 2
        at_lags[static_cast<std::size_t>(lag - 1)] += sum;
        pairs_at[static_cast<std::size_t>(lag - 1)] += n;
      }
      judge_scores(o, std::string(of_squares ? "squares " : "values ") + names[kind], z);
    }
    for (std::size_t k = 0; k < lags; ++k) at_lags[k] /= std::sqrt(pairs_at[k]) * (of_squares ? 2 : 1);
    o.pictures.push_back({of_squares ? "squares at lags" : "values at lags", std::move(at_lags)});
  }
  return o;
}

outcome block_pairs::judge(const tally& t) {
  outcome o;
  const double n = static_cast<double>(t.chunks) * (chunk / side);
  for (const bool of_squares : {false, true}) {
    std::vector<double> z, picture(side * side);
    for (std::size_t a = 0; a < side; ++a) {
      for (std::size_t b = a + 1; b < side; ++b) {
        const double sum = t.sum((of_squares ? squares : 0) + a * side + b) * 0x1p-24;
        z.push_back(sum / (std::sqrt(n) * (of_squares ? 2 : 1)));
        picture[a * side + b] = picture[b * side + a] = z.back();
      }
    }
    judge_scores(o, of_squares ? "squares" : "values", z);
    o.pictures.push_back(
        {of_squares ? "pairs of squares in a block" : "pairs in a block", std::move(picture)});
  }
  return o;
}

outcome block_energy::judge(const tally& t) {
  outcome o;
  const std::vector<double> equal(cells, 1.0 / cells);
  judge_cells(o, "sums of 32 squares", t.cells(0, cells), equal);
  judge_cells(o, "sums of 64 squares", t.cells(cells, cells), equal);
  const double n = static_cast<double>(t.chunks) * (chunk / 32 - 1);
  const double z = t.sum(0) * 0x1p-16 / (64 * std::sqrt(n));  // a sum has variance 64
  o.p.push_back({"neighbouring sums", z, normal_tail(z)});
  const auto chunks = static_cast<double>(t.chunks);
  o.pictures.push_back(residuals("energy of 32", t.cells(0, cells), chunks * (chunk / 32) / cells));
  o.pictures.push_back(residuals("energy of 64", t.cells(cells, cells), chunks * (chunk / 64) / cells));
  return o;
}

template <int run>
outcome mixing_energy<run>::judge(const tally& t) {
  outcome o;
  const auto chunks = static_cast<double>(t.chunks);
  judge_cells(o, "sums of 64 squares", t.counts, std::vector<double>(cells, 1.0 / cells));
  const double z = t.sum(0) * 0x1p-16 / (2 * mixing_block * std::sqrt(chunks * (blocks - 1)));
  o.p.push_back({"neighbouring lanes", z, normal_tail(z)});
  o.pictures.push_back(residuals("energy of mixing blocks", t.counts, chunks * blocks / cells));
  return o;
}
template struct mixing_energy<2>;
template struct mixing_energy<4>;

template <int run>
outcome mixing_products<run>::judge(const tally& t) {
  outcome o;
  const auto scores = [&](int first, int n, double products, double deviation) {
    std::vector<double> z;
    for (int k = 0; k < n; ++k) {
      z.push_back(t.sum(static_cast<std::size_t>(first + k)) * 0x1p-24 / (deviation * std::sqrt(products)));
    }
    return z;
  };
  const double numbers = static_cast<double>(t.chunks) * chunk;
  const std::vector<double> z = scores(values, distances, numbers / 2, 1);
  const std::vector<double> z_of_squares = scores(squares, distances, numbers / 2, 2);
  const std::vector<double> z_of_four = scores(of_four, fours, numbers / 4, 1);
  judge_scores(o, "values", z);
  judge_scores(o, "squares", z_of_squares);
  judge_scores(o, "products of four", z_of_four);
  o.pictures = {{"values in mixing blocks", z},
                {"squares in mixing blocks", z_of_squares},
                {"products of four", z_of_four}};
  return o;
}
template struct mixing_products<2>;
template struct mixing_products<4>;

normal_frequencies::normal_frequencies(const std::vector<double>& chosen) : turns{} {
  std::vector<double> all = chosen;
  for (double usual = 1.0 / 8; all.size() < frequencies; usual *= 2) {
    const auto is_near = [&](double f) { return std::abs(f - usual) < min_distance; };
    if (std::ranges::none_of(chosen, is_near)) all.push_back(usual);
  }
  std::copy_n(all.begin(), frequencies, turns);
}

outcome normal_frequencies::judge(const tally& t) const {
  outcome o;
  constexpr auto m = static_cast<std::size_t>(frequencies);
  using vector = std::array<double, m>;
  const double n = static_cast<double>(t.chunks) * chunk;
  const auto w = [&](std::size_t k) { return 2 * std::numbers::pi * turns[k]; };
  const auto mean = [](double f) { return std::exp(-f * f / 2); };
  std::vector<double> all;
  for (const bool sines : {false, true}) {
    // Scores at neighbouring w are correlated; Cholesky's factor of their covariance decorrelates them.
    std::array<vector, m> factor{};
    vector independent{};
    series z{sines ? "sines" : "cosines", {}};
    for (std::size_t i = 0; i < m; ++i) {
      const double e = sines ? 0 : mean(w(i));
      // From 2^45 numbers on, a sum of cosines exceeds 64 bits.
      const double sum = t.sum_near(2 * i + (sines ? 1 : 0), std::ldexp(n * e, scale));
      const double excess = std::sqrt(n) * (sum * std::ldexp(1.0, -scale) / n - e);
      double rest = excess;
      for (std::size_t j = 0; j <= i; ++j) {
        const double a = mean(w(i) - w(j)), b = mean(w(i) + w(j));
        double c = sines ? (a - b) / 2 : (a + b) / 2 - mean(w(i)) * mean(w(j));
        if (i == j) z.values.push_back(excess / std::sqrt(c));
        for (std::size_t k = 0; k < j; ++k) c -= factor[i][k] * factor[j][k];
        if (j < i) {
          factor[i][j] = c / factor[j][j];
          rest -= factor[i][j] * independent[j];
        } else {
          factor[i][i] = std::sqrt(c);
          independent[i] = rest / factor[i][i];
        }
      }
    }
    all.insert(all.end(), independent.begin(), independent.end());
    o.pictures.push_back(std::move(z));
  }
  judge_scores(o, "16 frequencies", all);
  o.pictures.push_back({"turns", {std::begin(turns), std::end(turns)}});
  return o;
}

}  // namespace tali::lab::certify
