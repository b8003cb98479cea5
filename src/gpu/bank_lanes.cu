// SPDX-License-Identifier: Apache-2.0
// Normal numbers of mtgp32's default exponent, made where its words are.
#include <tali/catalogue.hpp>

#include "gpu/mtgp_lanes_launch.cuh"

namespace tali::cuda_driver {

namespace {

using values = normal<float>;
using layout = mtgp_layout<std::uint32_t, 11213, 64, 4, 4, look_up::shuffled, look_up::shuffled, 4>;
using block = mtgp_lanes<layout, values>;

}  // namespace

mtgp_lanes_sets find_lanes(int mexp, std::size_t sets, int distribution_index) {
  if (mexp != 11213 || sets % block::tiles != 0 || distribution_index != distributions::index_of<values>()) {
    return {};
  }
  return {block::tiles, block::sets};
}

void launch_mtgp_lanes(const mtgp_launch<std::uint32_t>& l, int, const void* distribution) {
  launch_lanes<layout>(l, *static_cast<const values*>(distribution));
}

}  // namespace tali::cuda_driver
