// Normal numbers mapped to uniform 32-bit words by the normal distribution function, for test batteries.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "host_fill.hpp"

namespace tali::tool {

class uniform_host_fill : public host_fill {
 public:
  /// @param normals      makes standard normal numbers
  /// @param value_bytes  theirs: 4 or 8
  /// @param map          a number's word
  uniform_host_fill(std::unique_ptr<host_fill> normals, std::size_t value_bytes, std::uint32_t (*map)(double))
      : normals_(std::move(normals)), value_bytes_{value_bytes}, map_{map} {}

  [[nodiscard]] std::size_t piece_bytes() const override {
    return normals_->piece_bytes() / value_bytes_ * sizeof(std::uint32_t);
  }
  [[nodiscard]] int threads() const override { return normals_->threads(); }
  std::shared_ptr<void> allocate(std::size_t bytes) override { return normals_->allocate(bytes); }
  void fill(std::uint64_t first, std::size_t n, void* to) override;

 private:
  std::unique_ptr<host_fill> normals_;
  std::size_t value_bytes_;
  std::uint32_t (*map_)(double);
};

}  // namespace tali::tool
