// SPDX-License-Identifier: Apache-2.0
// Real numbers on the command line.
#pragma once

#include <string>

namespace tali::tool {

/// The number that the text stands for, nothing else around it. Not finite numbers are refused.
/// @param flag, expected  what the error says
/// @throws argument_error
double parse_real(const std::string& flag, const std::string& text, const std::string& expected);

/// The same of a number from `least` to `most`.
double parse_real(const std::string& flag, const std::string& text, const std::string& expected, double least,
                  double most);

}  // namespace tali::tool
