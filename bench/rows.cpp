// SPDX-License-Identifier: Apache-2.0
// Rows and blocks on one CPU thread, in the cache.
#include "rows.hpp"

#include <tali/fill.hpp>

#include "seconds_of.hpp"

namespace tali::bench {

namespace {

void run_rows(const options& o, const group& g, std::vector<row>& out) {
  constexpr std::size_t n = std::size_t{1} << 16;
  constexpr int passes = 20;
  std::vector<double> memory(2 * n);
  const std::vector<key> keys = key(1).split(n / 256);
  for_each_rows_case(cpu{1}, "cpu", g, n, keys, memory.data(), [&](row& r, const auto& make) {
    r.threads = 1;
    if (!wanted(o, r)) return;
    r.seconds = median_of(o.repeats, [&] {
      return seconds_of([&] {
               for (int p = 0; p < passes; ++p) make();
             }) /
             passes;
    });
    out.push_back(r);
    o.progress(r);
  });
}

}  // namespace

std::vector<group> rows_cpu_groups() {
  return {{"cpu-rows", "rows with keys and blocks beside one range, one thread, 2^16 numbers", false, false,
           &run_rows}};
}

}  // namespace tali::bench
