// SPDX-License-Identifier: Apache-2.0
// Real numbers on the command line.
#pragma once

#include <string>

namespace tali::tool {

/// The number in a text, which must contain nothing else. The number must be finite.
/// @param flag, expected  for the error
/// @throws argument_error
double parse_real(const std::string& flag, const std::string& text, const std::string& expected);

/// The same for a number from `min` to `max`.
double parse_real(const std::string& flag, const std::string& text, const std::string& expected, double min,
                  double max);

}  // namespace tali::tool
