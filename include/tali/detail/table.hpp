// SPDX-License-Identifier: Apache-2.0
// The tables of a distribution: an array that never changes, shared by the distribution's copies.
#pragma once

#if !defined(__CUDACC_RTC__)

#include <tali/detail/standard.hpp>

namespace tali::detail {

struct device_copies;

/// Bytes in host memory, aligned to 64. Drivers keep what they have copied to their devices with them, and it
/// goes when the last owner goes. Any thread may read.
class table {
 public:
  table() = default;
  /// A copy of what stands there.
  table(const void* from, std::size_t bytes);
  table(const table& other) noexcept;
  table(table&& other) noexcept;
  table& operator=(table other) noexcept;
  ~table();

  [[nodiscard]] const void* data() const;  ///< null where there is no table
  [[nodiscard]] std::size_t bytes() const;
  [[nodiscard]] device_copies& copies() const;

 private:
  struct storage;
  storage* it_ = nullptr;  // counts its owners; no std::shared_ptr, for the sake of users' compile times
};

}  // namespace tali::detail

#endif
