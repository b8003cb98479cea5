// SPDX-License-Identifier: Apache-2.0
// Parameter arrays in device memory: how kernels read them and record invalid parameters.
#pragma once

#include <cstdint>

#include <tali/cuda/detail/note.cuh>
#include <tali/distribution/parameters.hpp>

namespace tali::cuda_driver {

/// The arrays of a distribution's parameters.
template <class D>
struct device_arrays {
  const typename D::parameter* at[detail::parameter_count<D>];

  explicit device_arrays(const void* const* arrays) {
    for (int k = 0; k < detail::parameter_count<D>; ++k)
      at[k] = static_cast<const typename D::parameter*>(arrays[k]);
  }
  __device__ __forceinline__ void read(std::uint64_t i, parameters_of<D>& p) const {
#pragma unroll
    for (int k = 0; k < detail::parameter_count<D>; ++k) p[k] = at[k][i];
  }
};

}  // namespace tali::cuda_driver
