// SPDX-License-Identifier: Apache-2.0
// Rows and blocks on a GPU.
#include "rows.hpp"

#include <tali/cuda/fill.hpp>

#include "cuda/beside_store.hpp"
#include "cuda/measure.hpp"
#include "tables.hpp"

namespace tali::bench {

namespace {

void run_rows(const options& o, const group& g, std::vector<row>& out) {
  if (no_device()) return;
  constexpr std::size_t n = std::size_t{1} << 28;
  const device_memory memory(8 * n + 8 * n / 2048), key_memory(n / 256 * sizeof(key));
  const std::vector<key> keys = key(1).split(n / 256);
  require(cudaMemcpy(key_memory.at(), keys.data(), key_memory.bytes(), cudaMemcpyHostToDevice));
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
      r.device = device_name();
      r.variant = c.variant;
      r.n = static_cast<double>(n);
      r.bytes_per_number = static_cast<double>(d.element_bytes());
      measure(
          o, r, memory.at(),
          [&] {
            if (c.part) {
              fill(cuda{}, e, d, *c.part, memory.at());
            } else if (c.per_row != 0) {
              fill(cuda{}, std::span(static_cast<const key*>(key_memory.at()), n / c.per_row), d, 0,
                   c.per_row, memory.at());
            } else {
              fill(cuda{}, e, d, 0, memory.at(), n);
            }
          },
          out);
    }
  }
}

}  // namespace

std::vector<group> rows_cuda_groups() {
  return {{"cuda-rows", "rows with keys and blocks beside one range, 2^28 numbers", false, true, &run_rows}};
}

}  // namespace tali::bench
