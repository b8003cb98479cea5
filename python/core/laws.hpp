// SPDX-License-Identifier: Apache-2.0
// The registry's distributions as calls of the package ask for them, and what it makes of their values.
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
  value_type type;                           ///< of its values
  std::optional<any_distribution> standard;  ///< the standard distribution of the form
  std::array<std::int16_t, value_types>
      of_type;  ///< index of the distribution of another type of values; or -1

  /// The type in which arrays of its parameters are read: integers in the bits of doubles.
  [[nodiscard]] value_type type_of_arrays() const;
  [[nodiscard]] std::size_t array_bytes() const { return bytes_of(type_of_arrays()); }
  /// Whether its parameters are floats where arrays of them are compared with what is allowed.
  [[nodiscard]] bool has_floats() const;
  /// Whether values have parameters of their own, if not by the library, then here.
  [[nodiscard]] bool takes_arrays() const;
};

/// In the catalogue's order.
const std::vector<law>& laws();
/// @throws std::out_of_range
inline const law& law_at(int index) { return laws().at(static_cast<std::size_t>(index)); }

/// Index of the first of parameters p[k][i] that are not allowed, of a law with a form; or n.
std::size_t first_bad(const law& l, const double* const* p, std::size_t n);
/// Throws what is wrong with the parameters at an index, if anything is.
void check_element(const law& l, const double* const* p, std::size_t i);

/// Turns standard values into values of parameters p[k][i].
void apply_parameters(const law& l, const double* const* p, void* to, std::size_t n);

/// Bounds of uniform values: an array for each, or one number for all.
struct bounds {
  const double* low;
  std::size_t low_step;
  const double* high;
  std::size_t high_step;
};
/// Whether uniform values of a type, f64 or f32, have bounds: rounded to the type, their distance is a number
/// of it.
bool are_bounds(value_type type, double low, double high);
/// low + (high - low) u of every u in [0, 1), below high; as generator::uniform(low, high).
void apply_bounds(std::size_t value_bytes, const bounds& b, void* to, std::size_t n);

/// Turns 32-bit integers into ones of 1, 2 or 8 bytes: keeps the low bits, or adds zeros.
void resize_integers(const std::uint32_t* from, void* to, std::size_t bytes, std::size_t n);

}  // namespace tali::python
