// SPDX-License-Identifier: Apache-2.0
// Values of a comparator in host memory.
#pragma once

#include <tali/named_thread_grid.hpp>

#include "host_fill.hpp"

namespace tali::tool {

/// On the CPU, on one thread: a comparator goes through its sequence in order.
class thread_grid_host_fill : public cpu_host_memory {
 public:
  thread_grid_host_fill(simd_level level, named_thread_grid g, const named_distribution& d)
      : level_{level}, grid_(std::move(g)), distribution_(d) {}

  [[nodiscard]] std::size_t piece_bytes() const override { return std::size_t{1} << 20; }
  [[nodiscard]] int threads() const override { return 1; }

  void fill(std::uint64_t first, std::size_t n, void* to) override {
    grid_.fill(level_, distribution_, first, to, n);
  }

 private:
  simd_level level_;
  named_thread_grid grid_;
  named_distribution distribution_;
};

}  // namespace tali::tool
