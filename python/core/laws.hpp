// SPDX-License-Identifier: Apache-2.0
// The registry's distributions as the Python package uses them, and transformations of their values.
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
  value_type type;                           ///< the type of its values
  std::optional<any_distribution> standard;  ///< the standard distribution of the form
  std::array<std::int16_t, value_types>
      of_type;  ///< index of the same distribution with another value type, or -1

  /// The element type of its parameter arrays.
  [[nodiscard]] value_type type_of_arrays() const;
  [[nodiscard]] std::size_t array_bytes() const { return bytes_of(type_of_arrays()); }
  /// Whether its parameters are checked as floats.
  [[nodiscard]] bool has_floats() const;
  /// Whether each value can have separate parameters, through the library or through this package.
  [[nodiscard]] bool takes_arrays() const;
};

/// All laws, in the catalogue's order.
const std::vector<law>& laws();
/// @throws std::out_of_range
inline const law& law_at(int index) { return laws().at(static_cast<std::size_t>(index)); }

/// The first index i with invalid parameters p[k][i] of a law with a form; n if all are valid.
std::size_t first_bad(const law& l, const double* const* p, std::size_t n);
/// Throws an error if the parameters at index i are invalid.
void check_element(const law& l, const double* const* p, std::size_t i);

/// Transforms standard values into values with parameters p[k][i].
void apply_parameters(const law& l, const double* const* p, void* to, std::size_t n);

/// Bounds of uniform values. Each is an array (step 1) or a single number (step 0).
struct bounds {
  const double* low;
  std::size_t low_step;
  const double* high;
  std::size_t high_step;
};
/// detail::are_bounds for uniform values of a type, f64 or f32.
bool are_bounds(value_type type, double low, double high);
/// Replaces every u in [0, 1) with low + (high - low) u, below high, as generator::uniform(low, high) does.
void apply_bounds(std::size_t value_bytes, const bounds& b, void* to, std::size_t n);

/// Converts 32-bit integers to integers of 1, 2 or 8 bytes: keeps the low bits, or adds zeros.
void resize_integers(const std::uint32_t* from, void* to, std::size_t bytes, std::size_t n);

}  // namespace tali::python
