// SPDX-License-Identifier: Apache-2.0
// The record of the elementary functions' worst arguments: a text file that elementary-measure writes. A test
// compares the functions with it, and the table of docs/math.md is made from it.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <type_traits>
#include <vector>

#include "elementary/functions.hpp"

namespace tali::lab {

/// A line: function, type, x, y, error in ulp, number of arguments tried, and whether these were all.
struct record_line {
  std::string function, type, x, y;
  double error = 0;
  std::uint64_t tried = 0;
  bool all = false;
};

inline constexpr const char* record_head =
    "# The worst arguments met of each elementary function, the worst first, at most eight of each, written "
    "by\n"
    "# elementary-measure: function type x y ulp tried all|search\n";

/// An argument in the record's form: a hexadecimal number, or the word for functions of words.
template <class Function, class T>
std::string argument_text(T x) {
  char text[40];
  if constexpr (takes_word<Function>) {
    std::snprintf(text, sizeof text, "0x%0*llx", static_cast<int>(2 * sizeof(T)),
                  static_cast<unsigned long long>(bits_of(x)));
  } else {
    std::snprintf(text, sizeof text, "%a", static_cast<double>(x));
  }
  return text;
}
template <class Function, class T>
T argument_from(const std::string& text) {
  if constexpr (takes_word<Function>) {
    using word = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
    return __builtin_bit_cast(T, static_cast<word>(std::strtoull(text.c_str(), nullptr, 16)));
  } else {
    return static_cast<T>(std::strtod(text.c_str(), nullptr));
  }
}

/// The lines except comments. Empty if there is no such file.
inline std::vector<record_line> read_record(const std::string& path) {
  std::vector<record_line> all;
  std::ifstream in(path);
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream words(line);
    record_line r;
    std::string how;
    words >> r.function >> r.type >> r.x >> r.y >> r.error >> r.tried >> how;
    r.all = how == "all";
    all.push_back(r);
  }
  return all;
}

inline std::string record_text(const record_line& r) {
  char text[160];
  std::snprintf(text, sizeof text, "%s %s %s %s %.4f %llu %s\n", r.function.c_str(), r.type.c_str(),
                r.x.c_str(), r.y.c_str(), r.error, static_cast<unsigned long long>(r.tried),
                r.all ? "all" : "search");
  return text;
}

}  // namespace tali::lab
