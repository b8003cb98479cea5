// SPDX-License-Identifier: Apache-2.0
// The request of tali gen for a quasi-random engine, from its flags.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <tali/fill.hpp>

#include "flags.hpp"

namespace tali::tool {

/// The flags of points, as text.
struct points_flags {
  std::string dims, layout = "point-major", scramble = "none", replicate = "0", directions, first_point = "0",
                    elements;

  /// Their names, for commands that reject them.
  static constexpr std::array names{"--dims",       "--layout",      "--scramble", "--replicate",
                                    "--directions", "--first-point", "--elements"};

  /// Adds them under a separate heading.
  void add_to(const parser& app);

  /// Moves the options of an engine's text, such as "sobol32:dims=3,points=100", to the flags with the same
  /// meaning; points= becomes -n.
  /// @param n         the text of -n
  /// @param is_given  whether a flag was given; then the option with the same meaning is an error
  /// @throws argument_error for another option
  void take_options(const engine_text& engine, std::string& n,
                    const std::function<bool(const char*)>& is_given);
};

/// A point set and a range of its elements.
struct points_request {
  std::unique_ptr<direction_numbers> given_numbers;  ///< of --directions
  std::unique_ptr<any_engine> points;
  std::uint64_t first = 0, last = 0;  ///< elements, unless `empty`
  bool empty = false;
  std::vector<std::uint64_t> shape;  ///< the NumPy array's: two dimensions for a whole set
};

/// Whether there is a quasi-random engine of this name.
bool is_quasi_engine(const std::string& name);

/// @param n, offset, seed  of the flags that all engines have
/// @throws argument_error
points_request request_of(const points_flags& f, const std::string& engine, const std::string& n,
                          const std::string& offset, const std::string& seed);

}  // namespace tali::tool
