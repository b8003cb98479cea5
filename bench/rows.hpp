// SPDX-License-Identifier: Apache-2.0
// Rows with a key each and blocks of arrays beside one range of as many numbers, on the CPU and on GPUs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <tali/any.hpp>
#include <tali/block.hpp>
#include <tali/key.hpp>

#include "tables.hpp"

namespace tali::bench {

/// A way to make n numbers: one range, a block, or rows of keys.
struct rows_case {
  std::string variant;
  std::size_t per_row = 0;    ///< of keys
  std::optional<block> part;  ///< of an array
};

/// All of them make n numbers, and none takes more than 2 n elements of memory.
inline std::vector<rows_case> rows_cases(std::uint64_t n) {
  std::vector<rows_case> all;
  all.push_back({"one range", 0, {}});
  const auto rows = [&](std::uint64_t width, std::uint64_t pitch, std::uint64_t left, const char* what) {
    const std::uint64_t height = n / width;
    all.push_back({"block, rows of " + std::to_string(width) + what, 0,
                   block({height + 7, 2 * width}, {3, left}, {height, width}, {pitch, 1})});
  };
  rows(256, 256, 128, "");
  rows(1024, 1024, 512, "");
  rows(4096, 4096, 2048, "");
  rows(4096, 4098, 2049, ", a halo around");
  all.push_back({"keys, rows of 256", 256, {}});
  all.push_back({"keys, rows of 4096", 4096, {}});
  all.push_back({"keys, rows of 65536", 65536, {}});
  return all;
}

struct rows_pair {
  const char *engine, *distribution, *type;
};
inline constexpr rows_pair rows_pairs[] = {{"philox4x32", "uniform", "f32"},
                                           {"philox4x32", "uniform", "f64"},
                                           {"philox4x32", "normal", "f32"},
                                           {"philox4x32", "normal", "f64"},
                                           {"philox4x32", "normal-icdf", "f32"},
                                           {"philox4x32", "gamma:shape=2.5", "f32"},
                                           {"philox4x32", "poisson:mean=10", "u32"},
                                           {"pcg32", "uniform", "f32"},
                                           {"pcg32", "normal", "f32"}};

/// Calls time(r, make) for every case of every pair: make() makes the row's n numbers, on device `where`.
/// @param keys    one for every 256 numbers, in memory of the device
/// @param memory  of the device, of 2 n numbers
template <class Device, class F>
void for_each_rows_case(const Device& where, std::size_t n, std::span<const key> keys, void* memory,
                        const F& time) {
  for (const rows_pair& pair : rows_pairs) {
    const any_engine e(pair.engine, 1, 2);
    const any_distribution d(pair.distribution, pair.type);
    for (const rows_case& c : rows_cases(n)) {
      if (c.per_row != 0 && std::string(pair.engine) != "philox4x32") continue;
      time(row{pair.engine, pair.distribution, pair.type, c.variant, static_cast<double>(n)}, [&] {
        if (c.part) {
          fill(where, e, d, *c.part, memory);
        } else if (c.per_row != 0) {
          fill(where, keys.first(n / c.per_row), d, index_range{0, c.per_row}, memory);
        } else {
          fill(where, e, d, 0, memory, n);
        }
      });
    }
  }
}

}  // namespace tali::bench
