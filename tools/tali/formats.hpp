// How values are written: raw, as a NumPy file, as text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <fmt/format.h>

namespace tali::tool {

/// What stands before the values in a .npy file of version 1.0: one dimension of n values of a type of the
/// registry. Source: NumPy's documentation of numpy.lib.format.
std::string npy_header(std::string_view type, std::uint64_t n);

/// Appends n values as lines of decimal text, floats in the fewest digits that read back as the same bits.
void append_lines(std::string_view type, const void* values, std::size_t n, fmt::memory_buffer& to);

}  // namespace tali::tool
