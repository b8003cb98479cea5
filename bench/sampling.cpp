// SPDX-License-Identifier: Apache-2.0
// Samples of variable cost on one CPU thread.
#include <cstdint>
#include <string>
#include <vector>

#include <tali/any.hpp>
#include <tali/fill.hpp>

#include "comparators/fill.hpp"
#include "cpu/kernels.hpp"
#include "sampling_cases.hpp"
#include "surrogate.hpp"
#include "tables.hpp"

namespace tali::bench {

void run_sampling_cpu(const table& t) {
  constexpr std::size_t n = 1 << 18;
  std::vector<std::uint64_t> memory(n, 1);
  const any_engine s("philox4x32", 1, 2);
  for (const sampling_case& c : sampling_cases()) {
    const any_distribution d(c.distribution, c.type);
    for (const simd_level level : simd_levels()) {
      t.add(row_of(s.info(), d, n, std::string(c.variant) + ", " + simd_level_name(level), 1), [&](row&) {
        return seconds_of([&] { fill(cpu{1, level}, s, d, 0, memory.data(), n); });
      });
    }
  }
}

/// Samples per second of each group of a register's lanes beside one lane per sample.
void run_sampling_groups_cpu(const table& t) {
  constexpr std::size_t n = 1 << 14;
  std::vector<std::uint32_t> memory(n, 1);
  for (const simd_level level : simd_levels()) {
    const int width = level == simd_level::avx512 ? 16 : level == simd_level::avx2 ? 8 : 4;
    for (const grouped_attempts& a : comparators(level).attempts) {
      for (const double rejection : surrogate_rejections) {
        double alone = 0;
        for (int lanes = 1; lanes <= width; lanes *= 2) {
          row r = surrogate_row();
          r.n = n;
          r.threads = 1;
          r.seconds = median_of(t.asked().repeats, [&] {
            return seconds_of([&] { a.make(rejection, lanes, memory.data(), n); });
          });
          if (lanes == 1) alone = r.gnum_per_s();
          r.variant =
              surrogate_variant(a.words, rejection, lanes, width, r, alone) + ", " + simd_level_name(level);
          if (t.wants(r)) t.take(r);
        }
      }
    }
  }
}

}  // namespace tali::bench
