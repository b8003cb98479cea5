// SPDX-License-Identifier: Apache-2.0
// The registry's distributions in the form in which the package calls them, and the transforms of their
// values.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <tali/any.hpp>

#include "memory.hpp"

namespace tali::python {

struct law {
  const distribution_info* info;
  value_type type;                           ///< of the values
  std::optional<any_distribution> standard;  ///< the form's standard distribution
  std::array<std::int16_t, value_types>
      of_type;  ///< index of the same distribution with another type of values, or -1

  /// The type of its parameter arrays: doubles, which hold the bits of integers.
  [[nodiscard]] value_type type_of_arrays() const;
  [[nodiscard]] std::size_t array_bytes() const { return bytes_of(type_of_arrays()); }
  /// Whether parameters are checked as floats in arrays of them.
  [[nodiscard]] bool has_floats() const;
  /// Whether values can have separate parameters, in the library or here.
  [[nodiscard]] bool takes_arrays() const;
};

/// In the catalogue's order.
const std::vector<law>& laws();
/// @throws std::out_of_range
inline const law& law_at(int index) { return laws().at(static_cast<std::size_t>(index)); }

/// Index of the first invalid parameters p[k][i] of a law with a form, or n.
std::size_t first_bad(const law& l, const double* const* p, std::size_t n);
/// Throws if the parameters at an index are invalid.
void check_element(const law& l, const double* const* p, std::size_t i);

/// Turns standard values into values with parameters p[k][i].
void apply_parameters(const law& l, const double* const* p, void* to, std::size_t n);

/// Bounds of uniform values: an array for each, or one number for all.
struct bounds {
  const double* low;
  std::size_t low_step;
  const double* high;
  std::size_t high_step;
};
/// low + (high - low) u for every u in [0, 1), below high, like generator::uniform(low, high).
void apply_bounds(std::size_t value_bytes, const bounds& b, void* to, std::size_t n);

/// Converts 32-bit integers to 1, 2 or 8 bytes: keeps the low bits, or adds zeros.
void resize_integers(const std::uint32_t* from, void* to, std::size_t bytes, std::size_t n);

}  // namespace tali::python
