// SPDX-License-Identifier: Apache-2.0
// What tali gen makes of its flags when the engine is a quasi-random one.
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

/// The flags about points, as they were given.
struct points_flags {
  std::string dims, layout = "point-major", scramble = "none", replicate = "0", directions, first_point = "0",
                    elements;

  /// All of them, for those who refuse them.
  static constexpr std::array names{"--dims",       "--layout",      "--scramble", "--replicate",
                                    "--directions", "--first-point", "--elements"};

  /// Adds them under a heading of their own.
  void add_to(const parser& app);

  /// Takes the options of an engine's text, as "sobol32:dims=3,points=100", for the flags that mean the same:
  /// points= is -n.
  /// @param n      of -n
  /// @param given  whether a flag was given, which then may not be an option too
  /// @throws argument_error for another option
  void take_options(const engine_text& engine, std::string& n, const std::function<bool(const char*)>& given);
};

/// A point set and a range of its elements.
struct points_request {
  std::unique_ptr<direction_numbers> given_numbers;  ///< of --directions
  std::unique_ptr<any_engine> points;
  std::uint64_t first = 0, last = 0;  ///< elements, unless empty
  bool empty = false;
  std::vector<std::uint64_t> shape;  ///< the array's in NumPy's words: two dimensions for a whole set
};

/// Whether there is a quasi-random engine of this name.
bool is_quasi_engine(const std::string& name);

/// @param n, offset, seed  of the flags that all engines have
/// @throws argument_error
points_request request_of(const points_flags& f, const std::string& engine, const std::string& n,
                          const std::string& offset, const std::string& seed);

}  // namespace tali::tool
