// SPDX-License-Identifier: Apache-2.0
#include "energy/nvml.hpp"

#include <dlfcn.h>

namespace tali::bench {

/// NVML's functions, and what keeps it open and initialised.
struct nvml::functions {
  using code = int;  // nvmlReturn_t; 0 is success
  void* library = nullptr;
  bool initialised = false;
  code (*init)() = nullptr;
  code (*shutdown)() = nullptr;
  const char* (*error_string)(code) = nullptr;
  code (*handle_by_bus_id)(const char*, void**) = nullptr;
  code (*total_energy)(void*, unsigned long long* millijoules) = nullptr;

  functions() = default;
  functions(const functions&) = delete;
  functions& operator=(const functions&) = delete;
  ~functions() {
    if (initialised) (void)shutdown();
    if (library != nullptr) dlclose(library);
  }

  template <class F>
  bool load(F*& to, const char* name) {
    to = reinterpret_cast<F*>(dlsym(library, name));
    return to != nullptr;
  }
};

nvml::nvml(const std::string& bus_id, const char* library) : library_(std::make_shared<functions>()) {
  functions& f = *library_;
  f.library = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  if (f.library == nullptr) {
    const char* const reason = dlerror();
    why_not_ = std::string("NVML is not here: ") + (reason == nullptr ? library : reason);
    return;
  }
  if (!f.load(f.init, "nvmlInit_v2") || !f.load(f.shutdown, "nvmlShutdown") ||
      !f.load(f.error_string, "nvmlErrorString") ||
      !f.load(f.handle_by_bus_id, "nvmlDeviceGetHandleByPciBusId_v2") ||
      !f.load(f.total_energy, "nvmlDeviceGetTotalEnergyConsumption")) {
    why_not_ = std::string(library) + " lacks a function of the energy counter";
    return;
  }
  const auto failed = [&](functions::code result, const char* what) {
    if (result == 0) return false;
    why_not_ = std::string(what) + ": " + f.error_string(result);
    return true;
  };
  if (failed(f.init(), "nvmlInit")) return;
  f.initialised = true;
  if (failed(f.handle_by_bus_id(bus_id.c_str(), &device_), "nvmlDeviceGetHandleByPciBusId")) return;
  (void)failed(f.total_energy(device_, &last_), "nvmlDeviceGetTotalEnergyConsumption");
}

double nvml::joules() {
  unsigned long long now = 0;
  if (!available() || library_->total_energy(device_, &now) != 0) return -1;
  const double used = static_cast<double>(now - last_) * 1e-3;
  last_ = now;
  return used;
}

}  // namespace tali::bench
