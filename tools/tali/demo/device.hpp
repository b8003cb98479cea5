// SPDX-License-Identifier: Apache-2.0
// A device in the demo: timed fills and timed plain stores, and the methods to make one range.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <tali/any.hpp>
#include <tali/fill.hpp>

struct CUstream_st;

namespace tali::tool::demo {

/// A device with a buffer so large that its memory, not a cache, limits the speed.
class timed_device {
 public:
  virtual ~timed_device() = default;

  [[nodiscard]] virtual std::string key() const = 0;          ///< "cpu", "cuda:0"
  [[nodiscard]] virtual std::string description() const = 0;  ///< for people
  [[nodiscard]] virtual std::size_t bytes() const = 0;        ///< size of the buffer

  /// Seconds for plain stores over the whole buffer: the ceiling.
  virtual double store() = 0;
  /// Seconds for a fill of the whole buffer.
  virtual double fill(const any_engine& s, const any_distribution& d) = 0;
};

std::unique_ptr<timed_device> make_cpu_device();
/// Empty in a build without CUDA, or on a machine without a GPU.
std::vector<std::unique_ptr<timed_device>> make_cuda_devices();

/// Stores n numbers x, in registers as wide as those of the machine's best level.
void store_range(std::uint64_t* to, std::size_t n, std::uint64_t x);
/// Enqueues stores over `bytes` bytes of device memory, a multiple of 16, on the current device: 16 bytes per
/// thread and nothing else, the fastest pattern on an H200.
/// @throws device_error
void store_all(void* to, std::size_t bytes, unsigned pattern, CUstream_st* stream);

/// A method to make elements first ... first + n - 1; returns their digest.
struct method {
  std::string name;
  std::function<std::uint64_t(const any_engine& s, const any_distribution& d, std::uint64_t first,
                              std::size_t n)>
      digest;
};

std::vector<method> cpu_methods();
/// For every CUDA device.
std::vector<method> cuda_methods();

/// Fills a range in one piece, or in three uneven ones.
template <class Device>
void fill_in_pieces(const Device& where, const any_engine& s, const any_distribution& d, std::uint64_t first,
                    std::byte* to, std::size_t n, bool whole) {
  const std::size_t cuts[] = {0, whole ? 0 : n / 7 + 1, whole ? 0 : n / 7 + n / 3, n};
  for (int k = 0; k < 3; ++k) {
    if (cuts[k] == cuts[k + 1]) continue;
    tali::fill(where, s, d, first + cuts[k], to + cuts[k] * d.info().value_bytes, cuts[k + 1] - cuts[k]);
  }
}

}  // namespace tali::tool::demo
