// SPDX-License-Identifier: Apache-2.0
// Tests of standard normal numbers: moments, tails, correlations, pairs of places in a block of 32, block
// energies, characteristic function.
//
// The warp Gaussian makes 32 numbers from 32 words by an orthogonal matrix. Possible errors are in the law of
// one number, in dependence within its block and, because the matrix preserves the sum of squares, in the law
// of that sum.
#pragma once

#include <cstdint>
#include <vector>

#include <tali/math/arithmetic.hpp>

#include "certify/law.hpp"
#include "certify/team.hpp"
#include "certify/turned.hpp"
#include "empirical/moments.hpp"

namespace tali::lab::certify {

/// Moments, and Hermite polynomials 1 to 12.
struct normal_moments : test_defaults {
  using element = double;
  static constexpr const char* name = "moments and hermites";
  static constexpr int chunk = 4096, share = 1;
  static constexpr int sums = 2 * moment_order;  // lower 32 bits, and the rest

  template <class Team>
  TALI_FN void look(const Team& team, const element* x, std::uint32_t*) const {
    moment_accumulator moments;
    for (int i = team.rank(); i < chunk; i += team.size()) moments.add(x[i]);
    for (int k = 0; k < moment_order; ++k) {
      team.add(2 * k, moments.units[k] & 0xffffffff);
      team.add(2 * k + 1, moments.units[k] >> 32);
    }
  }
  static void settle(tally& t) {
    for (std::size_t k = 0; k < sums; k += 2) {
      t.sums[k + 1] += t.sums[k] >> 32;
      t.sums[k] &= 0xffffffff;
    }
  }
  static outcome judge(const tally& t);
};

/// Counts numbers beyond 3, 3.25, ..., 6.75 on either side.
struct normal_tails : test_defaults {
  using element = double;
  static constexpr const char* name = "tails";
  static constexpr int chunk = 4096, share = 1;
  static constexpr int bins = 16;  // the last one is unbounded
  static constexpr int counts = 2 * bins;

  static constexpr double start(int bin) { return 3 + 0.25 * bin; }

  template <class Team>
  TALI_FN void look(const Team& team, const element* x, std::uint32_t*) const {
    for (int i = team.rank(); i < chunk; i += team.size()) {
      const double size = absolute(x[i]);
      if (!(size >= 3)) continue;
      const double place = tali::multiply(tali::add(size, -3.0), 4.0);
      team.count((x[i] < 0 ? 0 : bins) + (place < bins - 1 ? static_cast<int>(place) : bins - 1));
    }
  }
  static outcome judge(const tally& t);
};

/// Correlations of x, and of x^2 - 1, at lags 1 to 64: for pairs in one block of 32, in one block of 64 but
/// different blocks of 32, and in different blocks of 64.
struct normal_correlations : test_defaults {
  using element = double;
  static constexpr const char* name = "correlations at lags 1 to 64";
  static constexpr int chunk = 4096, share = 8;
  static constexpr int lags = 64, kinds = 3;
  static constexpr int values = 0, squares = kinds * lags, sums = 2 * kinds * lags;

  /// The kind of the pair of places i and i + lag, where i = place modulo 64.
  TALI_FN static constexpr int kind_of(int place, int lag) {
    return place % 32 + lag < 32 ? 0 : place + lag < 64 ? 1 : 2;
  }
  /// Number of pairs of a kind at a lag in a chunk.
  static constexpr int pairs(int kind, int lag) {
    int n = 0;
    for (int i = 0; i + lag < chunk; ++i) n += kind_of(i % 64, lag) == kind ? 1 : 0;
    return n;
  }

  template <class Team>
  TALI_FN void look(const Team& team, const element* x, std::uint32_t*) const {
    const group_of group(team);
    for (int lag = 1 + group.index; lag <= lags; lag += group.count) {
      std::int64_t of_values[kinds] = {}, of_squares[kinds] = {};
      for (int place = group.rank; place < 64; place += group.size) {
        std::int64_t sum_of_values = 0, sum_of_squares = 0;  // of one kind
        for (int i = place; i + lag < chunk; i += 64) {
          const double y = x[i], z = x[i + lag];
          sum_of_values += units_of(multiply(y, z), 24);
          sum_of_squares += units_of(multiply(add(multiply(y, y), -1.0), add(multiply(z, z), -1.0)), 24);
        }
        for (int k = 0; k < kinds; ++k) {
          of_values[k] += kind_of(place, lag) == k ? sum_of_values : 0;
          of_squares[k] += kind_of(place, lag) == k ? sum_of_squares : 0;
        }
      }
      for (int k = 0; k < kinds; ++k) {
        team.add(values + k * lags + lag - 1, of_values[k]);
        team.add(squares + k * lags + lag - 1, of_squares[k]);
      }
    }
  }
  static outcome judge(const tally& t);
};

/// Covariances of the numbers at every pair of places of a block of 32, and of their squares.
struct block_pairs : test_defaults {
  using element = double;
  static constexpr const char* name = "pairs of places in a block of 32";
  static constexpr int chunk = 4096, share = 8;
  static constexpr int side = 32, squares = side * side, sums = 2 * side * side;  // [a][b], a < b

  template <class Team>
  TALI_FN void look(const Team& team, const element* x, std::uint32_t*) const {
    for (int pair = team.rank(); pair < side * side; pair += team.size()) {
      const int a = pair / side, b = pair % side;
      if (a >= b) continue;
      std::int64_t of_values = 0, of_squares = 0;
      for (int i = 0; i < chunk; i += side) {
        const double y = x[i + a], z = x[i + b];
        of_values += units_of(multiply(y, z), 24);
        of_squares += units_of(multiply(add(multiply(y, y), -1.0), add(multiply(z, z), -1.0)), 24);
      }
      team.add_unshared(pair, of_values);
      team.add_unshared(squares + pair, of_squares);
    }
  }
  static outcome judge(const tally& t);
};

/// Double i, in words of scratch memory.
TALI_FN void keep_double(std::uint32_t* memory, int i, double x) {
  memory[2 * i] = narrow(bits_of(x));
  memory[2 * i + 1] = narrow(bits_of(x) >> 32);
}
TALI_FN double kept_double(const std::uint32_t* memory, int i) {
  return as_double(join(memory[2 * i], memory[2 * i + 1]));
}

/// A member's part of the sum of products of neighbours among n stored doubles, in units of 2^-16.
template <class Team>
TALI_FN std::int64_t sum_of_neighbours(const Team& team, const std::uint32_t* memory, int n) {
  std::int64_t sum = 0;
  for (int i = team.rank(); i + 1 < n; i += team.size()) {
    sum += units_of(multiply(kept_double(memory, i), kept_double(memory, i + 1)), 16);
  }
  return sum;
}

/// Sums of squares of 32 and of 64 successive numbers, in cells of equal probability of their chi-squared
/// laws, and the correlation of neighbouring sums of 32.
struct block_energy : test_defaults {
  using element = double;
  static constexpr const char* name = "block energy";
  static constexpr int chunk = 4096, share = 1;
  static constexpr int cells = 256, counts = 2 * cells;
  static constexpr int sums = 1;
  static constexpr int scratch = 2 * (chunk / 32);

  /// @param edges  for both laws, 255 each
  explicit block_energy(const std::vector<double>& all_edges) : edges{all_edges.data()} {}
  const double* edges;

  TALI_FN static double energy(const double* x, int n) {
    double sum = 0;
    for (int i = 0; i < n; ++i) sum = add(sum, multiply(x[i], x[i]));
    return sum;
  }

  template <class Team>
  TALI_FN void look(const Team& team, const element* x, std::uint32_t* memory) const {
    for (int i = team.rank(); i < chunk / 32; i += team.size()) {
      const double e = energy(x + 32 * i, 32);
      team.count(cell_of_sum(edges, e));
      keep_double(memory, i, add(e, -32.0));
    }
    for (int i = team.rank(); i < chunk / 64; i += team.size()) {
      team.count(cells + cell_of_sum(edges + cells - 1, energy(x + 64 * i, 64)));
    }
    team.sync();
    team.add(0, sum_of_neighbours(team, memory, chunk / 32));
  }
  static outcome judge(const tally& t);

  TALI_FN static int cell_of_sum(const double* edges, double e) {
    int low = 0;
    for (int step = cells / 2; step > 0; step /= 2) low += edges[low + step - 1] <= e ? step : 0;
    return low;
  }

  [[nodiscard]] int table_size() const { return 2 * (cells - 1); }
  [[nodiscard]] const double* table() const { return edges; }
  void move_table(const double* to) { edges = to; }
};

/// The mean of exp(i w x) at chosen w, which is exp(-w^2 / 2). If that is negligible, the rest shows a
/// lattice among the numbers ("high-frequency issues" in the Gaussian's paper).
struct normal_frequencies : test_defaults {
  using element = double;
  static constexpr const char* name = "characteristic function";
  static constexpr int chunk = 4096, share = 4;
  static constexpr int frequencies = 16;
  static constexpr int scale = 20, sums = 2 * frequencies;  // cosine, sine in units of 2^-20

  /// Turns per unit of x: w / (2 pi).
  double turns[frequencies];
  static constexpr double lowest = 1.0 / 64, highest = 8192;
  /// Frequencies closer than this give the same information.
  static constexpr double min_distance = 1.0 / 64;

  /// @param chosen  up to 16 frequencies in lowest ... highest; the remaining ones are 1/8, 1/4, ..., 2^12
  explicit normal_frequencies(const std::vector<double>& chosen = {});

  template <class Team>
  TALI_FN void look(const Team& team, const element* x, std::uint32_t*) const {
    for (int k = 0; k < frequencies; ++k) {
      const double f = turns[k];
      std::int64_t cosines = 0, sines = 0;
      for (int i = team.rank(); i < chunk; i += team.size()) {
        // |x f| < 2^19, so the units fit; whole turns drop out.
        const turned at(narrow(static_cast<std::uint64_t>(units_of(multiply(x[i], f), 32))));
        cosines += units_of(at.cosine, scale);
        sines += units_of(at.sine, scale);
      }
      team.add(2 * k, cosines);
      team.add(2 * k + 1, sines);
    }
  }
  [[nodiscard]] outcome judge(const tally& t) const;
};

}  // namespace tali::lab::certify
