// The rows of the float quantile in a block's shared memory.
#pragma once

#include <cstdint>

#include <tali/normal_quantile.hpp>

namespace tali::cuda_driver {

/// A distribution that can be told where the rows are.
template <class D>
concept reads_quantile_rows = requires(D& d, const quantile_rows& rows) {
  d.read_rows_from(rows);
};

/// The distribution, with what it looks up in shared memory. All threads of the block call it, once.
template <class D>
__device__ __forceinline__ D with_near_rows(const D& d) {
  if constexpr (reads_quantile_rows<D>) {
    constexpr int copies = quantile_rows::copies;
    __shared__ uint4 rows[detail::quantile_table::rows * copies];
    const auto* const from = reinterpret_cast<const uint4*>(detail::quantile_words());
    for (unsigned i = threadIdx.x; i < detail::quantile_table::rows * copies; i += blockDim.x)
      rows[i] = from[i / copies];
    __syncthreads();
    D near = d;
    near.read_rows_from(quantile_rows(rows + threadIdx.x % copies));
    return near;
  } else {
    return d;
  }
}

}  // namespace tali::cuda_driver
