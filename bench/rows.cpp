// SPDX-License-Identifier: Apache-2.0
// Rows and blocks on one CPU thread, in the cache.
#include "rows.hpp"

#include <tali/fill.hpp>

namespace tali::bench {

void run_rows_cpu(const table& t) {
  constexpr std::size_t n = std::size_t{1} << 16;
  constexpr int passes = 20;
  std::vector<double> memory(2 * n);
  const std::vector<key> keys = key(1).split(n / 256);
  for_each_rows_case(cpu{1}, n, keys, memory.data(), [&](row r, const auto& make) {
    r.threads = 1;
    t.add(r, [&](row&) { return seconds_of(make, passes); });
  });
}

}  // namespace tali::bench
