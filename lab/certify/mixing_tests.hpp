// SPDX-License-Identifier: Apache-2.0
// Tests of normal numbers from mixing blocks: an orthogonal map makes 64 numbers of one lane.
//
// The map preserves the sum of squares, so the law of that sum is the law of the inputs' sum. Elements that
// follow each other come from several lanes and do not show it. A map that is the same in every block leaves
// part of the inputs' fourth cumulant. A Walsh map leaves 1/64 of it in the squares of every two numbers, and
// in every product of four numbers whose places add up to 0 modulo 2, because their signs are equal there.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include <tali/distribution/normal.hpp>

#include "certify/normal_tests.hpp"

namespace tali::lab::certify {

// The order of normal's numbers: a lane makes 64 of them by an orthogonal map, a mixing block, and the 32
// lanes of a span of 2048 elements interleave theirs in runs.

inline constexpr int mixing_lanes = normal<float>::lanes, mixing_block = normal<float>::lane_values,
                     mixing_span = normal<float>::batch_size;

/// The place within a span of value k of a lane.
/// @param run  number of contiguous values of a lane: 4 floats, or 2 doubles
TALI_FN constexpr int lane_place(int lane, int k, int run) {
  return run == normal<float>::run ? normal<float>::index_of(lane, k) : normal<double>::index_of(lane, k);
}

/// The run of a distribution with mixing blocks; 0 for others.
constexpr int mixing_run(std::string_view distribution, std::string_view type) {
  if (distribution != normal<float>::name) return 0;
  return type != "f64" ? normal<float>::run : normal<double>::run;
}

/// The mixing blocks of a chunk, which has whole spans.
template <int run>
struct mixed {
  const double* x;
  [[nodiscard]] TALI_FN double at(int block, int k) const {
    return x[block / mixing_lanes * mixing_span + lane_place(block % mixing_lanes, k, run)];
  }
};

/// Sums of squares of mixing blocks, in cells of equal probability, and the correlation of neighbouring
/// lanes' sums.
template <int run>
struct mixing_energy : test_defaults {
  using element = double;
  static constexpr const char* name = "energy of mixing blocks";
  static constexpr int chunk = 4096, share = 1;
  static constexpr int blocks = chunk / mixing_block;
  static constexpr int cells = block_energy::cells, counts = cells, sums = 1;
  static constexpr int scratch = 2 * blocks;

  /// @param edges_of_64  255 edges, for the law with 64 degrees of freedom
  explicit mixing_energy(const std::vector<double>& edges_of_64) : edges{edges_of_64.data()} {}
  const double* edges;

  template <class Team>
  TALI_FN void look(const Team& team, const element* x, std::uint32_t* memory) const {
    const mixed<run> numbers{x};
    for (int b = team.rank(); b < blocks; b += team.size()) {
      double e = 0;
      for (int k = 0; k < mixing_block; ++k) e = add(e, multiply(numbers.at(b, k), numbers.at(b, k)));
      team.count(block_energy::cell_of_sum(edges, e));
      keep_double(memory, b, add(e, -double{mixing_block}));
    }
    team.sync();
    team.add(0, sum_of_neighbours(team, memory, blocks));
  }
  static outcome judge(const tally& t);

  [[nodiscard]] static constexpr int table_size() { return cells - 1; }
  [[nodiscard]] const double* table() const { return edges; }
  void move_table(const double* to) { edges = to; }
};

/// Products within a mixing block: of values and of squares at each distance k xor k', and of four values.
template <int run>
struct mixing_products : test_defaults {
  using element = double;
  static constexpr const char* name = "products in mixing blocks";
  static constexpr int chunk = 4096, share = 8;
  static constexpr int blocks = chunk / mixing_block;
  static constexpr int distances = mixing_block - 1, fours = 8;
  static constexpr int values = 0, squares = distances, of_four = 2 * distances, sums = of_four + fours;

  /// x_k x_(k^a) x_(k^b) x_(k^a^b).
  struct four {
    int a, b;
  };
  TALI_FN static constexpr four four_of(int i) {
    constexpr four all[fours] = {{1, 2}, {4, 8}, {16, 32}, {3, 5}, {1, 32}, {2, 16}, {7, 56}, {21, 42}};
    return all[i];
  }

  template <class Team>
  TALI_FN void look(const Team& team, const element* x, std::uint32_t*) const {
    const mixed<run> numbers{x};
    const group_of group(team);
    for (int d = 1 + group.index; d <= distances; d += group.count) {
      const int lowest = d & -d;
      std::int64_t of_values = 0, of_squares = 0;
      for (int i = group.rank; i < chunk / 2; i += group.size) {
        // Values k without the lowest bit of d are one of each pair; neighbouring members have the same k.
        const int block = i % blocks, j = i / blocks, k = 2 * j - (j & (lowest - 1));
        const double y = numbers.at(block, k), z = numbers.at(block, k ^ d);
        of_values += units_of(multiply(y, z), 24);
        of_squares += units_of(multiply(add(multiply(y, y), -1.0), add(multiply(z, z), -1.0)), 24);
      }
      team.add(values + d - 1, of_values);
      team.add(squares + d - 1, of_squares);
    }
    for (int f = 0; f < fours; ++f) team.add(of_four + f, sum_of_fours(team, numbers, four_of(f)));
  }
  static outcome judge(const tally& t);

 private:
  template <class Team>
  TALI_FN static std::int64_t sum_of_fours(const Team& team, const mixed<run>& numbers, four f) {
    std::int64_t sum = 0;
    for (int i = team.rank(); i < chunk; i += team.size()) {
      const int block = i % blocks, k = i / blocks, c = f.a ^ f.b;
      if ((k ^ f.a) < k || (k ^ f.b) < k || (k ^ c) < k) continue;  // each set of four once
      const double y = multiply(numbers.at(block, k), numbers.at(block, k ^ f.a));
      const double z = multiply(numbers.at(block, k ^ f.b), numbers.at(block, k ^ c));
      sum += units_of(multiply(y, z), 24);
    }
    return sum;
  }
};

}  // namespace tali::lab::certify
