// SPDX-License-Identifier: Apache-2.0
// The kernels of mtgp64.
#include "gpu/banks/mtgp_launch.cuh"

namespace tali::cuda_driver {

void launch_mtgp(const mtgp_launch<std::uint64_t>& l) {
  switch (l.mexp) {
    case 3217:
      return launch_exponent<std::uint64_t, 3217>(l);
    case 4423:
      return launch_exponent<std::uint64_t, 4423>(l);
    case 11213:
      return launch_exponent<std::uint64_t, 11213>(l);
    case 23209:
      return launch_exponent<std::uint64_t, 23209>(l);
    case 44497:
      return launch_exponent<std::uint64_t, 44497>(l);
    case 110503:
      return launch_exponent<std::uint64_t, 110503>(l);
    default:
      throw argument_error("mexp", std::to_string(l.mexp), "an exponent that has a kernel");
  }
}

}  // namespace tali::cuda_driver
