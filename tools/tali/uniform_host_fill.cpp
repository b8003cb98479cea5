// SPDX-License-Identifier: Apache-2.0
#include "uniform_host_fill.hpp"

#include "cpu/loops.hpp"

namespace tali::tool {

void uniform_host_fill::fill(std::uint64_t first, std::size_t n, void* to) {
  const std::shared_ptr<void> memory = normals_->allocate(n * sizeof(double));
  normals_->fill(first, n, memory.get());
  auto* const out = static_cast<std::uint32_t*>(to);
  const auto* const normals = static_cast<const double*>(memory.get());
  tali::detail::for_indices(
      mapping_threads_, n, [&](std::uint64_t i) { out[i] = map_(normals[i]); }, 4096);
}

}  // namespace tali::tool
