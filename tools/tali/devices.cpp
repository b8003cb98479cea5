#include "devices.hpp"

#include "errors.hpp"

namespace tali::tool {

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
