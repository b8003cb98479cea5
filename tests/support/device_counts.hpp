// SPDX-License-Identifier: Apache-2.0
// Counts of numbers in device memory over cells, for tests that draw more than a CPU counts in reasonable
// time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tali::test {

/// Memory of device 0.
class device_room {
 public:
  explicit device_room(std::size_t bytes);
  ~device_room();
  device_room(const device_room&) = delete;
  device_room& operator=(const device_room&) = delete;
  [[nodiscard]] void* at() const { return at_; }

 private:
  void* at_ = nullptr;
};

/// T: float, double, std::uint32_t or std::int64_t.
template <class T>
class device_counts {
 public:
  /// @param edges  ascending
  explicit device_counts(const std::vector<T>& edges);

  /// Counts n numbers in device memory.
  void add(const T* x, std::uint64_t n);

  [[nodiscard]] std::vector<double> counts() const;
  [[nodiscard]] T least() const;
  [[nodiscard]] T most() const;
  [[nodiscard]] bool any_nan() const;

 private:
  std::size_t edge_count_;
  device_room edges_, counts_;
};

}  // namespace tali::test
