// SPDX-License-Identifier: Apache-2.0
// Rows and blocks on one CPU thread, in the cache.
#include "rows.hpp"

#include <algorithm>

#include <tali/fill.hpp>

#include "seconds_of.hpp"
#include "tables.hpp"

namespace tali::bench {

namespace {

void run_rows(const options& o, const group& g, std::vector<row>& out) {
  constexpr std::size_t n = std::size_t{1} << 16;
  constexpr int passes = 20;
  std::vector<double> memory(2 * n);
  const std::vector<key> keys = key(1).split(n / 256);
  for (const rows_pair& pair : rows_pairs) {
    const any_engine e(pair.engine, 1, 2);
    const any_distribution d(pair.distribution, pair.type);
    for (const rows_case& c : rows_cases(n)) {
      if (c.per_row != 0 && std::string(pair.engine) != "philox4x32") continue;
      row r;
      r.group = g.name;
      r.engine = pair.engine;
      r.distribution = pair.distribution;
      r.type = pair.type;
      r.device = "cpu";
      r.variant = c.variant;
      r.n = n;
      r.bytes_per_number = static_cast<double>(d.element_bytes());
      r.threads = 1;
      if (!wanted(o, r)) continue;
      const cpu where{1};
      r.seconds = median_of(o.repeats, [&] {
        return seconds_of([&] {
                 for (int p = 0; p < passes; ++p) {
                   if (c.part) {
                     fill(where, e, d, *c.part, memory.data());
                   } else if (c.per_row != 0) {
                     fill(where, std::span(keys).first(n / c.per_row), d, 0, c.per_row, memory.data());
                   } else {
                     fill(where, e, d, 0, memory.data(), n);
                   }
                 }
               }) /
               passes;
      });
      out.push_back(r);
      o.progress(r);
    }
  }
}

}  // namespace

std::vector<group> rows_cpu_groups() {
  return {{"cpu-rows", "rows with keys and blocks beside one range, one thread, 2^16 numbers", false, false,
           &run_rows}};
}

}  // namespace tali::bench
