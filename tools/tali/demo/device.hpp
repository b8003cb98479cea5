// SPDX-License-Identifier: Apache-2.0
// A device as the demo uses it: timed fills beside timed plain stores, and ways to make one range.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <tali/any.hpp>
#include <tali/fill.hpp>

namespace tali::tool::demo {

/// The engines that are shown: tali's first ones, which every device makes at its full speed.
inline std::vector<engine_info> shown_engines() {
  return engine_list({engine_kind::counter, engine_kind::jumping});
}

/// A device with a buffer of its own, large enough that its memory, not a cache, sets the pace.
class timed_device {
 public:
  virtual ~timed_device() = default;

  [[nodiscard]] virtual std::string key() const = 0;          ///< "cpu", "cuda:0"
  [[nodiscard]] virtual std::string description() const = 0;  ///< for people
  [[nodiscard]] virtual std::size_t bytes() const = 0;        ///< of the buffer

  /// Seconds for plain stores over the whole buffer: the ceiling.
  virtual double store() = 0;
  /// Seconds for a fill of the whole buffer.
  virtual double fill(const any_engine& s, const any_distribution& d) = 0;
};

std::unique_ptr<timed_device> make_cpu_device();
/// None in a build without CUDA, or on a machine without a GPU.
std::vector<std::unique_ptr<timed_device>> make_cuda_devices();

/// A way to make elements first ... first + n - 1; gives the digest of what came out.
struct way {
  std::string name;
  std::function<std::uint64_t(const any_engine& s, const any_distribution& d, std::uint64_t first,
                              std::size_t n)>
      digest;
};

std::vector<way> cpu_ways();
/// For every CUDA device.
std::vector<way> cuda_ways();

}  // namespace tali::tool::demo
