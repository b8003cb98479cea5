// SPDX-License-Identifier: Apache-2.0
// Values of a grid engine in host memory.
#pragma once

#include <algorithm>
#include <memory>

#include <tali/named_grid.hpp>

#include "host_fill.hpp"

namespace tali::tool {

/// Bytes of a piece that ends with a row: at least 4 MiB, at most four rows or so.
inline std::size_t grid_piece_bytes(const named_grid& g, const distribution_info& d) {
  const std::size_t row_bytes = g.row_words() / static_cast<std::size_t>(d.words) * d.value_bytes;
  const std::size_t wanted = std::size_t{4} << 20;
  return (wanted + row_bytes - 1) / row_bytes * row_bytes;
}

/// On the CPU: one piece at a time, on several threads.
class cpu_grid_host_fill : public cpu_host_memory {
 public:
  cpu_grid_host_fill(simd_level level, int threads, named_grid g, const named_distribution& d)
      : where_{threads, level}, grid_(std::move(g)), distribution_(d) {}

  [[nodiscard]] std::size_t piece_bytes() const override {
    return grid_piece_bytes(grid_, distribution_.info());
  }
  /// One, since a grid goes through its sequence in order.
  [[nodiscard]] int threads() const override { return 1; }

  void fill(std::uint64_t first, std::size_t n, void* to) override {
    grid_.fill(where_, distribution_, first, to, n);
  }

 private:
  cpu where_;
  named_grid grid_;
  named_distribution distribution_;
};

/// On CUDA device 0.
/// @throws device_error where there is none
std::unique_ptr<host_fill> make_cuda_host_fill(const named_grid& g, const named_distribution& d);

}  // namespace tali::tool
