// SPDX-License-Identifier: Apache-2.0
// Rows with a key each and blocks of arrays beside one range of as many numbers, on the CPU and on GPUs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <tali/any.hpp>
#include <tali/block.hpp>
#include <tali/key.hpp>

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

}  // namespace tali::bench
