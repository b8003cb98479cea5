// The CUDA side of the command line, the same whether or not this build has it.
#pragma once

#include <vector>

#include <tali/cuda/device.hpp>

#if defined(TALI_HAS_CUDA)
#include <tali/cuda/fill.hpp>
#endif

namespace tali::tool {

/// The CUDA devices that can be used; none in a build without CUDA.
inline std::vector<cuda_info> usable_cuda_devices() {
#if defined(TALI_HAS_CUDA)
  return cuda_devices();
#else
  return {};
#endif
}

/// Whether this build has the CUDA driver.
constexpr bool built_with_cuda() {
#if defined(TALI_HAS_CUDA)
  return true;
#else
  return false;
#endif
}

}  // namespace tali::tool
