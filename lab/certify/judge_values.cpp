// SPDX-License-Identifier: Apache-2.0
// The laws of the value tests' counts.
#include <algorithm>
#include <cmath>
#include <cstddef>

#include "certify/p_values.hpp"
#include "certify/value_cells.hpp"

namespace tali::lab::certify {

outcome value_cells::judge(const tally& t, const cell_law& law) {
  outcome o;
  const std::size_t cells = law.probabilities.size();
  const std::span<const std::uint64_t> counts = t.cells(0, cells);
  double n = 0;
  for (const std::uint64_t c : counts) n += static_cast<double>(c);
  judge_cells(o, "chi-squared", counts, law.probabilities);

  // Distances of the distribution functions at the edges. A Brownian bridge that is sampled K times misses on
  // average 0.5826 / sqrt(K) of its maximum (D. Siegmund, Sequential Analysis, 1985, section 10.2). The sum
  // that replaces Anderson and Darling's integral lacks 1 / K, which is the sum of the eigenvalues 1 / (j (j
  // + 1)) from j = K on. Laws with fewer cells, of whole numbers, only have the chi-squared test.
  double observed = 0, expected = 0, distance = 0, weighed = 0;
  for (std::size_t i = 0; i + 1 < cells; ++i) {
    observed += static_cast<double>(counts[i]) / n;
    expected += law.probabilities[i];
    const double d = observed - expected;
    distance = std::max(distance, std::abs(d));
    weighed +=
        n * d * d / (expected * (1 - expected)) * (law.probabilities[i] + law.probabilities[i + 1]) / 2;
  }
  if (cells >= 256) {
    const auto k = static_cast<double>(cells);
    const double ks = std::sqrt(n) * distance + 0.5826 / std::sqrt(k);
    o.p.push_back({"Kolmogorov-Smirnov", ks, kolmogorov_tail(ks)});
    o.p.push_back({"Anderson-Darling", weighed + 1 / k, anderson_darling_tail(weighed + 1 / k)});
  }

  // A picture has up to 128 cells.
  const std::size_t joined = (cells + 127) / 128;
  series edges{"cell edges", {}}, cell_counts{"cell counts", {}},
      cell_probabilities{"cell probabilities", {}}, z{"cell residuals", {}};
  for (std::size_t i = 0; i < cells; i += joined) {
    double c = 0, p = 0;
    for (std::size_t j = i; j < std::min(cells, i + joined); ++j) {
      c += static_cast<double>(counts[j]);
      p += law.probabilities[j];
    }
    if (i != 0) edges.values.push_back(law.edges[i - 1]);
    cell_counts.values.push_back(c);
    cell_probabilities.values.push_back(p);
    z.values.push_back((c - n * p) / std::sqrt(n * p * (1 - p)));
  }
  o.pictures = {std::move(edges), std::move(cell_counts), std::move(cell_probabilities), std::move(z)};
  return o;
}

coarse_cells::coarse_cells(const cell_law& law) : table{}, probabilities{}, mean{0}, variance{0} {
  // Joins neighbouring cells until there are at most `side`.
  double open = 0, done = 0;
  for (std::size_t i = 0; i < law.probabilities.size(); ++i) {
    open += law.probabilities[i];
    const bool last = i + 1 == law.probabilities.size();
    const double next = static_cast<double>(probabilities.size() + 1) / value_pairs::side;
    if (!last && (done + open < next - 1e-9 || probabilities.size() + 1 == value_pairs::side)) continue;
    probabilities.push_back(open);
    if (!last) table.push_back(law.edges[i]);
    done += open;
    open = 0;
  }
  double m = 0, v = 0;
  for (std::size_t i = 0; i < probabilities.size(); ++i) m += probabilities[i] * static_cast<double>(i);
  for (std::size_t i = 0; i < probabilities.size(); ++i) {
    v += probabilities[i] * (static_cast<double>(i) - m) * (static_cast<double>(i) - m);
  }
  for (std::size_t i = 0; i < probabilities.size(); ++i) {
    const double score = v > 0 ? std::nearbyint(1024 * (static_cast<double>(i) - m) / std::sqrt(v)) : 0;
    table.push_back(score);
    mean += probabilities[i] * score;
    variance += probabilities[i] * score * score;
  }
  variance -= mean * mean;
}

outcome value_pairs::judge(const tally& t, const coarse_cells& c) {
  outcome o;
  const std::size_t cells = c.probabilities.size();
  const auto width = static_cast<std::size_t>(side);
  std::vector<double> p(counts), picture;
  for (std::size_t a = 0; a < cells; ++a) {
    for (std::size_t b = 0; b < cells; ++b) p[a * width + b] = c.probabilities[a] * c.probabilities[b];
  }
  judge_cells(o, "pairs of neighbours", t.counts, p);
  const double n = static_cast<double>(t.chunks) * (chunk / 2);
  for (std::size_t i = 0; i < p.size(); ++i) {
    const double expected = n * p[i];
    picture.push_back(expected > 0 ? (static_cast<double>(t.counts[i]) - expected) / std::sqrt(expected) : 0);
  }
  std::vector<double> z;
  for (std::size_t k = 0; k < lags; ++k) {
    const double pairs = static_cast<double>(t.chunks) * (chunk - 1 - static_cast<double>(k));
    z.push_back((t.sum(k) - pairs * c.mean * c.mean) / (c.variance * std::sqrt(pairs)));
  }
  if (c.variance > 0) {
    judge_scores(o, "lags 1 to 64", z);
    o.pictures.push_back({"cells at lags", z});
    o.pictures.push_back({"pairs of cells", std::move(picture)});
  }
  return o;
}

}  // namespace tali::lab::certify
