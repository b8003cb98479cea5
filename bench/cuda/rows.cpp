// SPDX-License-Identifier: Apache-2.0
// Rows and blocks on a GPU.
#include "rows.hpp"

#include <tali/cuda/fill.hpp>

#include "cuda/beside_store.hpp"
#include "cuda/measure.hpp"

namespace tali::bench {

namespace {

void run_rows(const options& o, const group& g, std::vector<row>& out) {
  if (no_device()) return;
  constexpr std::size_t n = std::size_t{1} << 28;
  const device_memory memory(8 * n + 8 * n / 2048), key_memory(n / 256 * sizeof(key));
  const std::vector<key> keys = key(1).split(n / 256);
  require(cudaMemcpy(key_memory.at(), keys.data(), key_memory.bytes(), cudaMemcpyHostToDevice));
  const std::span there(static_cast<const key*>(key_memory.at()), keys.size());
  for_each_rows_case(cuda{}, device_name(), g, n, there, memory.at(),
                     [&](row& r, const auto& make) { measure(o, r, memory.at(), make, out); });
}

}  // namespace

std::vector<group> rows_cuda_groups() {
  return {{"cuda-rows", "rows with keys and blocks beside one range, 2^28 numbers", false, true, &run_rows}};
}

}  // namespace tali::bench
