// SPDX-License-Identifier: Apache-2.0
// The rows of the float quantile in a block's shared memory.
#pragma once

#include <tali/detail/device.hpp>
#include <tali/detail/standard.hpp>
#include <tali/distribution/protocol.hpp>
#include <tali/math/normal_quantile.hpp>

namespace tali::cuda_driver {

using detail::reads_quantile_rows;

/// Copies the rows to shared memory. All threads of the block must call it, once; for a distribution without
/// rows it does nothing.
/// @tparam copies  copies of each row, side by side, 8 KiB each: with more copies, lanes that read different
///                 rows more often access different banks
template <class D, unsigned copies>
__device__ __forceinline__ math::quantile_rows staged_rows() {
#if defined(TALI_GPU_COMPILER)
  if constexpr (reads_quantile_rows<D>) {
    __shared__ uint4 rows[detail::quantile_table::rows * copies];
    const auto* const from = reinterpret_cast<const uint4*>(detail::quantile_words());
    for (unsigned i = threadIdx.x; i < detail::quantile_table::rows * copies; i += blockDim.x)
      rows[i] = from[i / copies];
    detail::gpu::synchronise_block();
    return math::quantile_rows(rows + threadIdx.x % copies, copies);
  } else
#endif
  {
    return {};
  }
}

/// The distribution, with these rows.
template <class D>
__device__ __forceinline__ D reading(D d, const math::quantile_rows& rows) {
  if constexpr (reads_quantile_rows<D>) d.read_rows_from(rows);
  return d;
}

/// Both steps. All threads of the block must call it, once.
template <unsigned copies, class D>
__device__ __forceinline__ D with_near_rows(const D& d) {
  return reading(d, staged_rows<D, copies>());
}

}  // namespace tali::cuda_driver
