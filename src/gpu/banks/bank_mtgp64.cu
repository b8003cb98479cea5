// SPDX-License-Identifier: Apache-2.0
// The kernels of mtgp64.
#include "gpu/banks/mtgp_launch.cuh"

namespace tali::cuda_driver {

void launch_mtgp(const mtgp_launch<std::uint64_t>& l) {
  launch_one_of<3217, 4423, 11213, 23209, 44497, 110503>(l);
}

}  // namespace tali::cuda_driver
