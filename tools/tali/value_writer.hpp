// SPDX-License-Identifier: Apache-2.0
// Values on their way to a file or a pipe: piece after piece, in bounded memory, as bytes or text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "flags.hpp"
#include "host_fill.hpp"
#include "value_flags.hpp"

namespace tali::tool {

/// What an element of the output is: a value, or a row of values.
struct element {
  std::string_view type;
  std::size_t value_bytes;
  std::size_t row = 1;

  [[nodiscard]] std::size_t bytes() const { return row * value_bytes; }
};

enum class format { raw, npy, text, csv };

/// The flags about the output, as they were given.
struct writing_flags {
  std::string format, out = "-", memory;

  /// What --format names, or the file's suffix.
  /// @throws argument_error
  [[nodiscard]] tool::format how(bool endless) const;

  /// Bytes of values that may be held at a time.
  /// @throws argument_error
  [[nodiscard]] std::uint64_t memory_bytes() const;

  /// Adds them under the headings "Output" and "Speed".
  void add_to(const parser& app);
};

/// What is written.
struct written_values {
  element made;
  index_range elements;
  bool endless;                      ///< -n inf: until the pipe closes
  std::vector<std::uint64_t> shape;  ///< of a NumPy array
  std::size_t columns;               ///< of a CSV table; ranges of points are whole rows of it
};

/// Writes the values to where the flags say, in the format that they or the file's suffix name.
/// @throws argument_error, io_error
void write_values(const writing_flags& f, host_fill& source, const written_values& what);

}  // namespace tali::tool
