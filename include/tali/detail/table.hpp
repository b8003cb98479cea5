// SPDX-License-Identifier: Apache-2.0
// The tables of a distribution: an array that never changes, shared by the distribution's copies.
#pragma once

#if !defined(__CUDACC_RTC__)

#include <tali/detail/standard.hpp>

namespace tali::detail {

struct device_copies;

/// Bytes in host memory, aligned to 64. The object also owns the drivers' copies on devices, and everything
/// is freed with the last owner. Any thread may read.
class table {
 public:
  table() = default;
  /// Copies the given bytes.
  table(const void* from, std::size_t bytes);
  table(const table& other) noexcept;
  table(table&& other) noexcept;
  table& operator=(table other) noexcept;
  ~table();

  [[nodiscard]] const void* data() const;  ///< null if there is no table
  [[nodiscard]] std::size_t bytes() const;
  [[nodiscard]] device_copies& copies() const;

 private:
  struct storage;
  storage* it_ = nullptr;  // counts its owners; no std::shared_ptr, to keep users' compile times short
};

}  // namespace tali::detail

#endif
