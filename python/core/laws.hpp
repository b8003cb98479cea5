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
  unsigned unsigned_parameters;              ///< bit k: parameter k may be 0 but not -0, as NumPy's scales
  std::array<std::int16_t, value_types>
      of_type;  ///< index of the same distribution with another value type, or -1

  /// The element type of the library's parameter arrays. Python code gives arrays of this type to laws that
  /// the library fills from arrays, and doubles to the others.
  [[nodiscard]] value_type type_of_arrays() const;
  [[nodiscard]] std::size_t array_bytes() const { return bytes_of(type_of_arrays()); }
  /// Bytes per number of the arrays that Python code gives.
  [[nodiscard]] std::size_t given_bytes() const {
    return info->takes_arrays ? array_bytes() : sizeof(double);
  }
  /// Whether its parameters are checked as floats.
  [[nodiscard]] bool has_floats() const;
  /// Whether parameter k refuses a sign.
  [[nodiscard]] bool refuses_sign(int k) const { return (unsigned_parameters >> k & 1) != 0; }
  /// Whether any of these numbers has a sign that it must not have.
  [[nodiscard]] bool has_bad_sign(const double* p) const;
  /// Whether each value can have separate parameters, through the library or through this package.
  [[nodiscard]] bool takes_arrays() const;
};

/// All laws, in the catalogue's order.
const std::vector<law>& laws();
/// @throws std::out_of_range
inline const law& law_at(int index) { return laws().at(static_cast<std::size_t>(index)); }

/// Whether a law with a form has values with these parameters, which are rounded to the type of the values. A
/// scale of -0 is invalid, as in NumPy.
bool allows(const law& l, double a, double b);
/// Whether an array of doubles or floats has a negative number, or -0.
bool has_sign(value_type type, const void* numbers, std::size_t n);

/// Bounds of uniform values. Each is an array (step 1) or a single number (step 0).
struct bounds {
  const double* low;
  std::size_t low_step;
  const double* high;
  std::size_t high_step;
};
/// Whether all are valid for uniform values of a type, f64 or f32: low <= high, and both and their difference
/// are finite in that type.
bool are_bounds(value_type type, const bounds& b, std::size_t n);
/// Whether least <= low <= high <= most everywhere.
bool are_bounds_in(std::int64_t least, std::int64_t most, const std::int64_t* low, const std::int64_t* high,
                   std::size_t n);
inline bool are_bounds(value_type type, double low, double high) {
  return are_bounds(type, {&low, 0, &high, 0}, 1);
}
/// Replaces every u in [0, 1) with low + (high - low) u, below high, as generator::uniform(low, high) does.
void apply_bounds(std::size_t value_bytes, const bounds& b, void* to, std::size_t n);

/// Converts 32-bit integers to integers of 1, 2 or 8 bytes: keeps the low bits, or adds zeros.
void resize_integers(const std::uint32_t* from, void* to, std::size_t bytes, std::size_t n);

}  // namespace tali::python
