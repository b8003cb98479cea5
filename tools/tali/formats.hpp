// SPDX-License-Identifier: Apache-2.0
// How values are written: raw, as a NumPy file, as text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

namespace tali::tool {

/// What stands before the values in a .npy file of version 1.0, for values of a type of the registry. Source:
/// NumPy's documentation of numpy.lib.format.
/// @param shape  the array's, the last index running fastest
std::string npy_header(std::string_view type, const std::vector<std::uint64_t>& shape);

/// Turns values from this machine's order of bytes to little-endian, in which raw and .npy output are.
void make_little_endian(void* values, std::size_t n, std::size_t value_bytes);

/// Appends n values as lines of decimal text, `a_line` to a line with a separator between them, floats in the
/// fewest digits that read back as the same bits.
void append_lines(std::string_view type, const void* values, std::size_t n, std::size_t a_line,
                  char separator, fmt::memory_buffer& to);

}  // namespace tali::tool
