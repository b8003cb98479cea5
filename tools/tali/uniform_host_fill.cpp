// SPDX-License-Identifier: Apache-2.0
#include "uniform_host_fill.hpp"

namespace tali::tool {

void uniform_host_fill::fill(std::uint64_t first, std::size_t n, void* to) {
  const std::shared_ptr<void> memory = normals_->allocate(n * sizeof(double));
  normals_->fill(first, n, memory.get());
  auto* const out = static_cast<std::uint32_t*>(to);
  const auto* const normals = static_cast<const double*>(memory.get());
#pragma omp parallel for num_threads(mapping_threads_)
  for (std::size_t i = 0; i < n; ++i) out[i] = map_(normals[i]);
}

}  // namespace tali::tool
