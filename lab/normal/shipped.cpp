// SPDX-License-Identifier: Apache-2.0
#include "shipped.hpp"

#include <sstream>

#include <fmt/format.h>

#include <tali/distribution/warp_normal_values.hpp>

namespace tali::lab::normal {

table shipped_table() {
  table t;
  for (std::size_t r = 0; r < row_count; ++r) {
    for (std::size_t i = 0; i < row_size; ++i) t.rows[r][i] = warp_normal_values::values[i][r];
  }
  return t;
}

coefficients shipped_coefficients() {
  return {warp_normal_values::a_coefficient, warp_normal_values::b_coefficient,
          warp_normal_values::c_coefficient, warp_normal_values::c_coefficient_low};
}

namespace {

/// The lines of a comment, with at most 110 characters as in clang-format's setting.
std::string comment_lines(const std::string& text) {
  std::istringstream words(text);
  std::string lines, line = "//  ", word;
  while (words >> word) {
    if (line.size() + 1 + word.size() > 110) {
      lines += line + "\n";
      line = "//  ";
    }
    line += " " + word;
  }
  return lines + line + "\n";
}

}  // namespace

std::string header_text(const table& t, const coefficients& k) {
  std::string s =
      "// SPDX-License-Identifier: Apache-2.0\n"
      "// The table and the coefficients of the warp Gaussian. Written by `tali normal emit`; do not "
      "edit.\n//\n"
      "// Made by:\n";
  for (const std::string& c : t.comments) s += comment_lines(c);
  s += fmt::format(
      "#pragma once\n\n#include <tali/detail/standard.hpp>\n\nnamespace tali::warp_normal_values {{\n\n"
      "/// Multipliers of the integers a, b and c; c's has two parts, added in this order. Ratio a : b is\n"
      "/// sqrt(5) : 2 to 2e-14, the output's variance 1 and its kurtosis 3.\n"
      "inline constexpr double a_coefficient = {:a};\n"
      "inline constexpr double b_coefficient = {:a};\n"
      "inline constexpr double c_coefficient = {:a};\n"
      "inline constexpr double c_coefficient_low = {:a};\n\n"
      "// clang-format off\n"
      "/// [i][r]: value i of row r. Lane l reads row l mod 16; the sum of any 32 values, two per row, fits "
      "int32.\n"
      "inline constexpr std::int32_t values[{}][{}] = {{\n",
      k.a, k.b, k.c_high, k.c_low, row_size, row_count);
  for (std::size_t i = 0; i < row_size; ++i) {
    s += "    {";
    for (std::size_t r = 0; r < row_count; ++r) s += fmt::format("{}{}", r ? "," : "", t.rows[r][i]);
    s += "},\n";
  }
  return s + "};\n// clang-format on\n\n}  // namespace tali::warp_normal_values\n";
}

}  // namespace tali::lab::normal
