// SPDX-License-Identifier: Apache-2.0
#include "devices.hpp"

#include <optional>

#include "errors.hpp"

namespace tali::tool {

namespace {

/// Whether a GPU would make it sooner.
bool is_for_gpu(const fill_work& work) {
  if (!built_with_cuda()) return false;
  const std::string path = tuning_path();
  if (!choose_device(load_machine_costs(path, std::nullopt).costs, work).on_gpu) return false;
  return choose_device(load_machine_costs(path, usable_gpus()).costs, work).on_gpu;
}

}  // namespace

std::vector<gpu_identity> usable_gpus() {
  std::vector<gpu_identity> gpus;
  for (const cuda_info& d : usable_cuda_devices()) gpus.push_back({d.name, d.multiprocessors});
  return gpus;
}

device_kind choose_device(const std::string& name, const fill_work& work) {
  return choose_device(name, name == "auto" && is_for_gpu(work));
}

device_kind choose_device(const std::string& name, bool large) {
  if (name == "cpu") return device_kind::cpu;
  if (name == "auto") {
    return large && !usable_cuda_devices().empty() ? device_kind::cuda : device_kind::cpu;
  }
  if (name != "cuda") throw usage_error("--device is '" + name + "'; allowed: auto, cpu, cuda");
  if (!built_with_cuda()) {
    throw usage_error("--device is cuda; allowed: auto, cpu (this build is without CUDA)");
  }
  if (usable_cuda_devices().empty()) {
    throw usage_error("--device is cuda; allowed: auto, cpu (no CUDA device can be used here)");
  }
  return device_kind::cuda;
}

}  // namespace tali::tool
