// SPDX-License-Identifier: Apache-2.0
#include "real.hpp"

#include <cmath>

#include "core/read_number.hpp"
#include "errors.hpp"

namespace tali::tool {

double parse_real(const std::string& flag, const std::string& text, const std::string& expected) {
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, failure] = tali::detail::read_number(text.data(), end, value);
  if (failure != std::errc{} || rest != end || !std::isfinite(value)) {
    throw argument_error(flag, quoted(text), expected);
  }
  return value;
}

double parse_real(const std::string& flag, const std::string& text, const std::string& expected, double min,
                  double max) {
  const double value = parse_real(flag, text, expected);
  if (value < min || value > max) throw argument_error(flag, quoted(text), expected);
  return value;
}

}  // namespace tali::tool
