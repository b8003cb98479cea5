// SPDX-License-Identifier: Apache-2.0
#include "scaled_host_fill.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

#include <tali/math/arithmetic.hpp>

namespace tali::tool {

namespace {

template <class T>
class scaled_host_fill : public host_fill {
 public:
  scaled_host_fill(std::unique_ptr<host_fill> unit, T low, T high)
      : unit_(std::move(unit)), low_{low}, span_{high - low}, below_high_{std::nextafter(high, low)} {}

  [[nodiscard]] std::size_t piece_bytes() const override { return unit_->piece_bytes(); }
  [[nodiscard]] int threads() const override { return unit_->threads(); }
  std::shared_ptr<void> allocate(std::size_t bytes) override { return unit_->allocate(bytes); }
  void fill(std::uint64_t first, std::size_t n, void* to) override {
    unit_->fill(first, n, to);
    T* const x = static_cast<T*>(to);
    for (std::size_t i = 0; i < n; ++i) x[i] = std::min(tali::fma(span_, x[i], low_), below_high_);
  }

 private:
  std::unique_ptr<host_fill> unit_;
  T low_, span_, below_high_;
};

}  // namespace

std::unique_ptr<host_fill> make_scaled(std::unique_ptr<host_fill> unit, std::string_view type, double low,
                                       double high) {
  if (type == "f64") return std::make_unique<scaled_host_fill<double>>(std::move(unit), low, high);
  return std::make_unique<scaled_host_fill<float>>(std::move(unit), static_cast<float>(low),
                                                   static_cast<float>(high));
}

}  // namespace tali::tool
