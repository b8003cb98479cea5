// SPDX-License-Identifier: Apache-2.0
// Normal numbers mapped to uniform 32-bit words by the normal distribution function, for test batteries.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "host_fill.hpp"

namespace tali::tool {

class uniform_host_fill : public host_fill {
 public:
  /// @param normals          makes standard normal numbers, f64
  /// @param map              a number's word
  /// @param mapping_threads  that map a piece: more than one where pieces come one at a time
  uniform_host_fill(std::unique_ptr<host_fill> normals, std::uint32_t (*map)(double), int mapping_threads)
      : normals_(std::move(normals)), map_{map}, mapping_threads_{mapping_threads} {}

  [[nodiscard]] std::size_t piece_bytes() const override {
    return normals_->piece_bytes() / sizeof(double) * sizeof(std::uint32_t);
  }
  [[nodiscard]] int threads() const override { return normals_->threads(); }
  std::shared_ptr<void> allocate(std::size_t bytes) override { return normals_->allocate(bytes); }
  void fill(std::uint64_t first, std::size_t n, void* to) override;

 private:
  std::unique_ptr<host_fill> normals_;
  std::uint32_t (*map_)(double);
  int mapping_threads_;
};

}  // namespace tali::tool
