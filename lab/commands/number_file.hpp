// SPDX-License-Identifier: Apache-2.0
// Files of numbers that somebody else has written: NumPy's, text, or raw.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace tali::tool {

/// What a file holds: numbers as text, or values of a type side by side.
struct number_file {
  bool is_text = false;
  std::string type;  ///< f32, ...; empty for text of no type that was given
  std::string text;
  std::vector<std::byte> values;
};

/// Reads at most the first 64 MiB. A file that begins as NumPy's do is one, one of printable characters is
/// text, and any other is raw.
/// @param name  - for standard input
/// @param type  of --dtype, or empty: raw values need it, and NumPy's must be of it
/// @throws usage_error for a file that cannot be read, or whose values have no order or type that is known
number_file read_number_file(const std::string& name, const std::string& type);

}  // namespace tali::tool
