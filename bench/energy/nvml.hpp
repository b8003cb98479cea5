// SPDX-License-Identifier: Apache-2.0
// A GPU's energy from NVML, NVIDIA's management library, which comes with the driver. It is loaded when it is
// asked for, so that nothing needs it to be built or started. The few functions are declared here as
// https://docs.nvidia.com/deploy/nvml-api documents them.
#pragma once

#include <memory>
#include <string>

namespace tali::bench {

class nvml {
 public:
  /// @param bus_id   of the GPU, as cudaDeviceGetPCIBusId gives it
  /// @param library  another file in tests
  explicit nvml(const std::string& bus_id, const char* library = "libnvidia-ml.so.1");

  /// Whether the GPU has an energy counter (Volta and later, not in parts by MIG); else why_not() says what
  /// is missing.
  [[nodiscard]] bool available() const { return why_not_.empty(); }
  [[nodiscard]] const std::string& why_not() const { return why_not_; }

  /// Joules since the last call, or since this was made. The driver renews its counter some ten times a
  /// second. Negative if it could not be read.
  double joules();

 private:
  struct functions;
  std::shared_ptr<functions> library_;
  void* device_ = nullptr;
  unsigned long long last_ = 0;
  std::string why_not_;
};

}  // namespace tali::bench
