// The CUDA side of the command line, the same whether or not this build has it.
#pragma once

#include <cstdint>
#include <string>
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

enum class device_kind { cpu, cuda };

/// Elements from which `--device auto` takes a GPU: CUDA needs some tenths of a second to start, in which a
/// core makes about as many.
inline constexpr std::uint64_t worth_cuda = std::uint64_t{1} << 28;

/// What `--device` stands for. @param large  the work is worth a GPU
/// @throws usage_error for an unknown name, or cuda where there is none
device_kind choose_device(const std::string& name, bool large);

}  // namespace tali::tool
