// SPDX-License-Identifier: Apache-2.0
// CUDA devices with NVML's counters. Compiled in builds with CUDA only.
#include <algorithm>
#include <chrono>

#include <cuda_runtime.h>

#include <tali/cuda/fill.hpp>

#include "cuda/measure.hpp"
#include "energy/device.hpp"
#include "energy/nvml.hpp"

namespace tali::bench {

namespace {

std::string bus_id_of(int ordinal) {
  char id[32] = "";
  require(cudaDeviceGetPCIBusId(id, sizeof id, ordinal));
  return id;
}

class cuda_device : public energy_device {
 public:
  explicit cuda_device(const cuda_info& info) : info_(info), counter_(bus_id_of(info.ordinal)) {}

  [[nodiscard]] std::string name() const override { return info_.name; }
  [[nodiscard]] std::string why_not() const override { return counter_.why_not(); }
  [[nodiscard]] std::string what() const override { return "NVML: the whole board"; }
  double joules() override { return counter_.joules(); }

  [[nodiscard]] std::size_t large_bytes() const override { return std::size_t{1} << 30; }

  /// Large enough that the host's part does not show.
  double fill(const any_engine& s, const any_distribution& d, std::uint64_t first, std::size_t n) override {
    constexpr std::size_t bytes_at_least = std::size_t{1} << 36;  // some 15 milliseconds of an H200
    constexpr std::size_t most = 1000;
    require(cudaSetDevice(info_.ordinal));
    const std::size_t bytes = n * d.info().value_bytes;
    if (memory_ == nullptr || memory_->bytes() < bytes) {
      memory_.reset();
      memory_ = std::make_unique<device_memory>(bytes);
    }
    const std::size_t fills = std::clamp<std::size_t>(bytes_at_least / bytes, 1, most);
    for (std::size_t k = 0; k < fills; ++k) {
      tali::fill(cuda{info_.ordinal}, s, d, first, memory_->at(), n);
    }
    require(cudaDeviceSynchronize());
    return static_cast<double>(fills);
  }

 private:
  cuda_info info_;
  nvml counter_;
  std::unique_ptr<device_memory> memory_;
};

}  // namespace

std::vector<std::unique_ptr<energy_device>> make_cuda_energy_devices() {
  std::vector<std::unique_ptr<energy_device>> all;
  for (const cuda_info& d : cuda_devices()) all.push_back(std::make_unique<cuda_device>(d));
  return all;
}

}  // namespace tali::bench
