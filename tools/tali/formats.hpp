// SPDX-License-Identifier: Apache-2.0
// Output formats: raw, NumPy's files, text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

namespace tali::tool {

/// The header of a .npy file of version 1.0, for values of a type of the registry. Source: NumPy's
/// documentation of numpy.lib.format.
/// @param shape  of the array, in C order
std::string npy_header(std::string_view type, const std::vector<std::uint64_t>& shape);

/// Converts values from this machine's byte order to little-endian, which raw and .npy output use.
void make_little_endian(void* values, std::size_t n, std::size_t value_bytes);

/// Appends n values as lines of decimal text, `a_line` per line with a separator between them. Floats have
/// the fewest digits that read back as the same bits.
void append_lines(std::string_view type, const void* values, std::size_t n, std::size_t a_line,
                  char separator, fmt::memory_buffer& to);

}  // namespace tali::tool
