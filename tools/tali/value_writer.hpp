// SPDX-License-Identifier: Apache-2.0
// Writes values to a file or a pipe: piece by piece, in bounded memory, as bytes or text.
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

/// An element of the output: a value, or a row of values.
struct element {
  std::string_view type;
  std::size_t value_bytes;
  std::size_t row = 1;

  [[nodiscard]] std::size_t bytes() const { return row * value_bytes; }
};

enum class format { raw, npy, text, csv };

/// The flags of the output, as text.
struct writing_flags {
  std::string format, out = "-", memory;

  /// The format of --format, or of the file's suffix.
  /// @throws argument_error
  [[nodiscard]] tool::format how(bool endless) const;

  /// Maximum number of bytes of values in memory.
  /// @throws argument_error
  [[nodiscard]] std::uint64_t memory_bytes() const;

  /// Adds them under the headings "Output" and "Speed".
  void add_to(const parser& app);
};

/// The content to write.
struct written_values {
  element item;
  index_range elements;
  bool endless;                      ///< -n inf: until the pipe closes
  std::vector<std::uint64_t> shape;  ///< of a NumPy array
  std::size_t columns;               ///< of a CSV table; ranges of points are whole rows of it
};

/// Writes the values to the output of the flags, in the format of the flags or of the file's suffix.
/// @throws argument_error, io_error
void write_values(const writing_flags& f, host_fill& source, const written_values& content);

}  // namespace tali::tool
