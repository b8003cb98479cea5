// SPDX-License-Identifier: Apache-2.0
// The kernels of mtgp32.
#include "gpu/banks/mtgp_launch.cuh"

namespace tali::cuda_driver {

void launch_mtgp(const mtgp_launch<std::uint32_t>& l) {
  switch (l.mexp) {
    case 3217:
      return launch_exponent<std::uint32_t, 3217>(l);
    case 4423:
      return launch_exponent<std::uint32_t, 4423>(l);
    case 11213:
      return launch_exponent<std::uint32_t, 11213>(l);
    case 23209:
      return launch_exponent<std::uint32_t, 23209>(l);
    case 44497:
      return launch_exponent<std::uint32_t, 44497>(l);
    default:
      throw argument_error("mexp", std::to_string(l.mexp), "an exponent that has a kernel");
  }
}

}  // namespace tali::cuda_driver
