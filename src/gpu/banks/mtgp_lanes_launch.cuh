// SPDX-License-Identifier: Apache-2.0
// Launches the kernel that makes lanes' values from MTGP's words.
#pragma once

#include "gpu/banks/bank_kernels.hpp"
#include "gpu/banks/mtgp_lanes_kernel.cuh"
#include "gpu/runtime/runtime.hpp"

namespace tali::cuda_driver {

template <class L, lane_distribution D>
void launch_lanes(const mtgp_launch<std::uint32_t>& l, const D& d) {
  using block = mtgp_lanes<L, D>;
  using T = typename D::result_type;
  const std::uint64_t row_values = std::uint64_t{l.sets} * L::steps;
  mtgp_lanes_range r{};
  r.skip = l.skip;
  r.n = l.words;
  r.whole_rows = (l.skip + l.words) / row_values;
  r.rows = r.whole_rows + ((l.skip + l.words) % row_values != 0 ? 1 : 0);
  r.batches = l.sets / block::tiles;
  r.aligned = (reinterpret_cast<std::uintptr_t>(l.to) - sizeof(T) * l.skip) % (D::run * sizeof(T)) == 0;
  constexpr std::size_t shared = sizeof(typename block::shared);
  runtime::launch("MTGP kernel", mtgp_lanes_kernel<L, D>, {r.batches, block::threads, shared, shared},
                  l.stream, l.constants, l.states, d, reinterpret_cast<T*>(l.to), r);
}

}  // namespace tali::cuda_driver
