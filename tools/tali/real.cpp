// SPDX-License-Identifier: Apache-2.0
#include "real.hpp"

#include <cmath>

#include "core/read_number.hpp"
#include "errors.hpp"

namespace tali::tool {

double parse_real(const std::string& flag, const std::string& text, const std::string& allowed) {
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, failure] = tali::detail::read_number(text.data(), end, value);
  if (failure != std::errc{} || rest != end || !std::isfinite(value)) {
    throw usage_error(flag + " is '" + text + "'; allowed: " + allowed);
  }
  return value;
}

double parse_real(const std::string& flag, const std::string& text, const std::string& allowed, double least,
                  double most) {
  const double value = parse_real(flag, text, allowed);
  if (value < least || value > most) throw usage_error(flag + " is '" + text + "'; allowed: " + allowed);
  return value;
}

}  // namespace tali::tool
