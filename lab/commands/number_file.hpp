// SPDX-License-Identifier: Apache-2.0
// Files of numbers from other programs: NumPy's, text, or raw.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace tali::tool {

/// A file's content: numbers as text, or contiguous values of a type.
struct number_file {
  bool is_text = false;
  std::string type;  ///< f32, ...; empty for text if no type was given
  std::string text;
  std::vector<std::byte> values;
};

/// Reads at most the first 64 MiB. A file with NumPy's magic bytes is an npy file, a file of printable
/// characters is text, any other is raw.
/// @param name  - for standard input
/// @param type  of --dtype, or empty: raw values need it, and NumPy's values must have it
/// @throws usage_error if the file cannot be read, or if the order or type of its values is unknown
number_file read_number_file(const std::string& name, const std::string& type);

}  // namespace tali::tool
