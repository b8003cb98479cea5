// SPDX-License-Identifier: Apache-2.0
// Tests of values of any law by the cells of its distribution function: fit, pairs of neighbours, and
// correlations at lags 1 to 64.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "certify/law.hpp"
#include "certify/team.hpp"

namespace tali::lab::certify {

/// Number of edges that are at most x: the cell of x, 0 ... edges.
TALI_FN int cell_of(const double* edges, int n, double x) {
  if (n == 0) return 0;
  int low = 0;
  while (n > 1) {  // without a branch that could be mispredicted
    const int half = n / 2;
    low += edges[low + half - 1] <= x ? half : 0;
    n -= half;
  }
  return low + (edges[low] <= x ? 1 : 0);
}

/// Cells of about equal probability: chi-squared, Kolmogorov and Smirnov, Anderson and Darling.
struct value_cells : test_defaults {
  using element = double;
  static constexpr const char* name = "equal-probability cells";
  static constexpr int chunk = 4096, share = 1;
  static constexpr int max_cells = 1024, counts = max_cells;

  /// @param law  must outlive this
  explicit value_cells(const cell_law& law)
      : edges{law.edges.data()}, n{static_cast<int>(law.edges.size())} {}

  const double* edges;
  int n;

  template <class Team>
  TALI_FN void look(const Team& team, const element* x, std::uint32_t*) const {
    for (int i = team.rank(); i < chunk; i += team.size()) team.count(cell_of(edges, n, x[i]));
  }
  static outcome judge(const tally& t, const cell_law& law);

  [[nodiscard]] int table_size() const { return n; }
  [[nodiscard]] const double* table() const { return edges; }
  void move_table(const double* to) { edges = to; }
};

/// Up to 32 edges of coarse cells, then an integer for each cell: its rank, centred and scaled to a standard
/// deviation of 1024.
struct coarse_cells {
  explicit coarse_cells(const cell_law& law);
  std::vector<double> table;
  std::vector<double> probabilities;
  double mean, variance;  ///< of the integers
};

/// Pairs of successive values in coarse cells, and covariances of the cells' integers at lags 1 to 64.
struct value_pairs : test_defaults {
  using element = double;
  static constexpr const char* name = "pairs and lags of cells";
  static constexpr int chunk = 4096, share = 4;
  static constexpr int side = 32, counts = side * side;
  static constexpr int lags = 64, sums = lags;
  static constexpr int scratch = 2 * chunk;

  /// @param c  must outlive this
  explicit value_pairs(const coarse_cells& c)
      : edges{c.table.data()}, n{static_cast<int>(c.probabilities.size()) - 1} {}

  const double* edges;
  int n;

  template <class Team>
  TALI_FN void look(const Team& team, const element* x, std::uint32_t* memory) const {
    std::uint32_t* const cell = memory;
    std::uint32_t* const score = memory + chunk;
    for (int i = team.rank(); i < chunk; i += team.size()) {
      const int c = cell_of(edges, n, x[i]);
      cell[i] = static_cast<std::uint32_t>(c);
      score[i] = static_cast<std::uint32_t>(static_cast<std::int32_t>(edges[n + c]));
    }
    team.sync();
    for (int i = team.rank(); i < chunk / 2; i += team.size()) {
      team.count(static_cast<int>(cell[2 * i] * side + cell[2 * i + 1]));
    }
    const group_of group(team);
    for (int k = group.index; k < lags; k += group.count) {
      std::int64_t sum = 0;
      for (int i = group.rank; i + k + 1 < chunk; i += group.size) {
        sum +=
            std::int64_t{static_cast<std::int32_t>(score[i])} * static_cast<std::int32_t>(score[i + k + 1]);
      }
      team.add(k, sum);
    }
  }
  static outcome judge(const tally& t, const coarse_cells& c);

  [[nodiscard]] int table_size() const { return 2 * n + 1; }
  [[nodiscard]] const double* table() const { return edges; }
  void move_table(const double* to) { edges = to; }
};

}  // namespace tali::lab::certify
