// SPDX-License-Identifier: Apache-2.0
// What the package must know of every distribution of the catalogue, gathered from the types once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tali/any.hpp>

namespace tali::python {

inline constexpr int most_parameters = 4;

using standard_form = value_form;

/// A distribution for one type of its values.
struct law {
  const distribution_info* info;
  std::uint32_t tag;    ///< of its substream
  int parameters;       ///< numbers that make one; -1 where it is made of lists
  bool of_integers;     ///< parameters are 64-bit integers, which travel in the bits of doubles
  bool takes_arrays;    ///< the library fills with parameters of their own for every value
  bool parameters_f32;  ///< such arrays hold floats, else doubles
  std::size_t batch;    ///< values that are made together
  std::size_t longest;  ///< values that are worth making ahead
  standard_form form;
  any_distribution (*make)(const double*);
  std::optional<any_distribution> standard;  ///< the standard distribution of the form
  /// Values of parameters p[k][i], one by one; null where the library takes arrays, or there is another way.
  void (*each)(int engine, const void* e, const double* const* p, std::uint64_t first, void* to,
               std::size_t n);
};

/// In the catalogue's order.
const std::vector<law>& laws();
/// @throws std::out_of_range
inline const law& law_at(int index) { return laws().at(static_cast<std::size_t>(index)); }

/// Index of the distribution of another type of values; -1 if there is none.
int law_for(int law_index, std::string_view type);

/// Throws unless the parameters p[k][i] are allowed, with the first that are not.
void check_each(const law& l, const double* const* p, std::size_t n);

/// Turns standard values into values of parameters p[k][i], which check_each has let pass.
void apply_parameters(const law& l, const double* const* p, void* to, std::size_t n);

/// Turns 32-bit integers into ones of 1, 2 or 8 bytes: keeps the low bits, or adds zeros.
void resize_integers(const std::uint32_t* from, void* to, std::size_t bytes, std::size_t n);

/// low + (high - low) u of every u in [0, 1), below high; as generator::uniform(low, high).
void apply_bounds(const char* type, const double* low, std::size_t low_step, const double* high,
                  std::size_t high_step, void* to, std::size_t n);

}  // namespace tali::python
