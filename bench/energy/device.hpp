// SPDX-License-Identifier: Apache-2.0
// A device that fills memory again and again while its energy is counted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <tali/any.hpp>
#include <tali/fill.hpp>

namespace tali::bench {

class energy_device {
 public:
  virtual ~energy_device() = default;

  [[nodiscard]] virtual std::string name() const = 0;  ///< cpu, or the GPU's name
  /// Empty if there is a counter, else why there is none.
  [[nodiscard]] virtual std::string why_not() const = 0;
  [[nodiscard]] virtual std::string what() const = 0;  ///< is counted
  /// As rapl::joules and nvml::joules.
  virtual double joules() = 0;

  /// Bytes of a fill that is long for this device, and the most of one call.
  [[nodiscard]] virtual std::size_t large_bytes() const = 0;
  /// One or more fills of numbers first ... first + n - 1, done on return; gives how many.
  virtual double fill(const any_engine& s, const any_distribution& d, std::uint64_t first, std::size_t n) = 0;
};

/// @param large_bytes  a multiple of the size of a value
std::unique_ptr<energy_device> make_cpu_energy_device(const std::string& powercap, int threads,
                                                      std::size_t large_bytes);

#if defined(TALI_HAS_CUDA)
/// Every CUDA device.
std::vector<std::unique_ptr<energy_device>> make_cuda_energy_devices();
#endif

}  // namespace tali::bench
