// SPDX-License-Identifier: Apache-2.0
// Values from CUDA devices in a build without CUDA: there are none.
#include <tali/error.hpp>

#include "host_fill.hpp"

namespace tali::tool {

std::unique_ptr<host_fill> make_cuda_host_fill(const any_engine&, const any_distribution&,
                                               const std::vector<int>&) {
  throw device_error("this build is without CUDA");
}

}  // namespace tali::tool
