// SPDX-License-Identifier: Apache-2.0
// Normal numbers from mtgp32 in one kernel, which keeps the words in shared memory.
#include <tali/registry.hpp>

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

namespace {

using values = normal<float>;

/// Calls f with the layout of the exponent, if it has one. 3217 has none: a block would need 32 of its sets.
template <class F>
void with_layout(int mexp, const F& f) {
  const auto call = [&]<int Mexp>() { f(typename mtgp_lanes_tuning<Mexp, values>::layout{}); };
  switch (mexp) {
    case 4423:
      return call.template operator()<4423>();
    case 11213:
      return call.template operator()<11213>();
    case 23209:
      return call.template operator()<23209>();
    case 44497:
      return call.template operator()<44497>();
    default:
      return;
  }
}

}  // namespace

mtgp_lanes_sets find_lanes(int mexp, std::size_t sets, const distribution_info& d, int multiprocessors) {
  // On 132 multiprocessors 64 blocks are faster than words in memory, and 32 are not.
  const std::size_t min_blocks = static_cast<std::size_t>(multiprocessors) / 3;
  mtgp_lanes_sets found;
  if (&d != &info_of<values>()) return found;
  with_layout(mexp, [&]<class L>(L) {
    using block = mtgp_lanes<L, values>;
    if (sets % block::tiles == 0 && sets / block::tiles >= min_blocks) found = {block::tiles, block::sets};
  });
  return found;
}

void launch_mtgp_lanes(const mtgp_launch<std::uint32_t>& l, const void* distribution) {
  with_layout(l.mexp, [&]<class L>(L) { launch_lanes<L>(l, *static_cast<const values*>(distribution)); });
}

}  // namespace tali::cuda_driver
