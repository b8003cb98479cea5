// SPDX-License-Identifier: Apache-2.0
// Shared by both ways to train a table: checks of options, and a perturbation.
#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>
#include <vector>

#include <fmt/format.h>

#include <tali/engine/philox4x32.hpp>
#include <tali/error.hpp>

namespace tali::lab::normal {

/// @throws argument_error unless low <= value <= high
inline void expect(const char* name, double value, double low, double high) {
  if (!(value >= low && value <= high)) {
    throw argument_error(name, fmt::format("{}", value), fmt::format("{} to {}", low, high));
  }
}

/// Adds normal numbers with a deviation, by the Box-Muller method from words of philox4x32.
inline void perturb(std::vector<double>& y, double deviation, std::uint64_t seed, std::uint64_t stream) {
  philox4x32 g(seed, stream);
  const auto uniform = [&] { return (g() + 0.5) * 0x1p-32; };
  for (double& v : y) {
    const double radius = std::sqrt(-2 * std::log(uniform()));
    v += deviation * radius * std::cos(2 * std::numbers::pi * uniform());
  }
}

}  // namespace tali::lab::normal
