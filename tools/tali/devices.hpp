// SPDX-License-Identifier: Apache-2.0
// The CUDA side of the command line, the same whether or not this build has it.
#pragma once

#include <string>
#include <vector>

#include <tali/cost_model.hpp>
#include <tali/cuda/device.hpp>
#include <tali/tuning.hpp>

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

/// The CUDA devices as the cost model knows them.
std::vector<gpu_identity> usable_gpus();

enum class device_kind { cpu, cuda };

/// `cuda` for every way to name GPUs: cuda, cuda:1, cuda:0,2, cuda:all; other names as they are.
std::string kind_of_device(const std::string& name);

/// Says that this process is number `place`, from 0, of those that share this machine's GPUs. `cuda` then
/// means the GPU of that number, modulo the number of GPUs; for a single process, the first.
void share_gpus(int place);

/// The GPUs that such a name stands for, of those that there are: cuda is that of this process.
/// @throws argument_error
std::vector<int> ordinals_of_device(const std::string& name);

/// What `--device` stands for. Asks CUDA for devices only where a GPU would be worth its start.
/// @param work   for auto
/// @param given  what a complaint shows, where that is not the name
/// @throws argument_error for an unknown name, or cuda without a GPU
device_kind choose_device(const std::string& name, const fill_work& work, const std::string& given = {});

/// The same for work that is no fill, of which the caller knows whether it is worth the start of a GPU.
device_kind choose_device(const std::string& name, bool large, const std::string& given = {});

}  // namespace tali::tool
