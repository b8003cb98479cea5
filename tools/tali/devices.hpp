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

/// The usable CUDA devices; none in a build without CUDA.
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

/// The CUDA devices in the form of the cost model.
std::vector<cost::gpu_identity> usable_gpus();

enum class device_kind { cpu, cuda };

constexpr const char* name_of(device_kind k) { return k == device_kind::cuda ? "cuda" : "cpu"; }

/// `cuda` for every name of GPUs: cuda, cuda:1, cuda:0,2, cuda:all; other names unchanged.
std::string kind_of_device(const std::string& name);

/// Sets this process's number `place`, from 0, among the processes that share this machine's GPUs. `cuda`
/// then means the GPU with that number, modulo the number of GPUs; for a single process, the first GPU.
void share_gpus(int place);

/// The GPUs that a name of a device selects; `cuda` is this process's GPU.
/// @throws argument_error
std::vector<int> ordinals_of_device(const std::string& name);

/// The kind of device that `--device` selects. Queries CUDA for devices only if the work is large enough for
/// a GPU.
/// @param work        for auto
/// @param shown_name  the text in errors, if it is not the name
/// @throws argument_error for an unknown name, or for cuda without a GPU
device_kind choose_device(const std::string& name, const cost::fill_work& work,
                          const std::string& shown_name = {});

/// The same for work other than a fill. The caller says whether it is large enough for a GPU.
device_kind choose_device(const std::string& name, bool large, const std::string& shown_name = {});

}  // namespace tali::tool
