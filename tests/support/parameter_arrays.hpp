// SPDX-License-Identifier: Apache-2.0
// Elements with parameters of their own, at any place.
#pragma once

#include <memory>
#include <vector>

#include <tali/fill.hpp>

#include "support/examples.hpp"
#include "support/places.hpp"
#if defined(TALI_HAS_CUDA)
#include <tali/cuda/fill.hpp>
#endif

namespace tali::test {

/// fill at a place, from arrays in host memory.
template <class D, class E>
std::vector<typename D::result_type> fill_each_at(
    const place& at, const E& e, const std::vector<std::vector<typename D::parameter>>& arrays,
    std::uint64_t first) {
  using T = typename D::result_type;
  const std::size_t n = arrays.front().size();
  parameter_arrays<D> p{};
  if (!at.is_cuda) {
    std::vector<T> out(n);
    for (std::size_t k = 0; k < arrays.size(); ++k) p.at[k] = arrays[k];
    fill(at.host, e, p, first, std::span<T>(out));
    return out;
  }
#if defined(TALI_HAS_CUDA)
  const on_device here(at.gpu.ordinal);
  device_buffer<T> out(n);
  std::vector<std::unique_ptr<device_buffer<typename D::parameter>>> there;
  for (std::size_t k = 0; k < arrays.size(); ++k) {
    there.push_back(std::make_unique<device_buffer<typename D::parameter>>(n));
    there.back()->write(arrays[k]);
    p.at[k] = {there.back()->at(), n};
  }
  fill(at.gpu, e, p, first, out.at(), n);
  return out.read();
#else
  return {};
#endif
}

}  // namespace tali::test
