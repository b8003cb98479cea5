#include "uniform_host_fill.hpp"

namespace tali::tool {

void uniform_host_fill::fill(std::uint64_t first, std::size_t n, void* to) {
  const std::shared_ptr<void> memory = normals_->allocate(n * value_bytes_);
  normals_->fill(first, n, memory.get());
  auto* const out = static_cast<std::uint32_t*>(to);
  const auto* const singles = static_cast<const float*>(memory.get());
  const auto* const doubles = static_cast<const double*>(memory.get());
#pragma omp parallel for num_threads(mapping_threads_)
  for (std::size_t i = 0; i < n; ++i) {
    out[i] = map_(value_bytes_ == sizeof(float) ? static_cast<double>(singles[i]) : doubles[i]);
  }
}

}  // namespace tali::tool
