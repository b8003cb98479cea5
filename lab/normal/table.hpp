// SPDX-License-Identifier: Apache-2.0
// The tables of the warp Gaussian: 16 rows of 256 integers, and their text file.
//
// File: the line "tali-normal-table 1", comments (lines that begin with #; one is the command that made the
// table), then 16 lines of 256 decimal integers.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <iosfwd>
#include <string>
#include <vector>

#include "model.hpp"

namespace tali::lab::normal {

using row = std::array<std::int32_t, row_size>;

struct table {
  std::array<row, row_count> rows{};
  std::vector<std::string> comments;  ///< without the #
};

/// Reads a table. `name` is the source's name in messages.
/// @throws io_error with the line and the reason: another header, another shape, a value that does not fit
/// int32, or a table with a defect()
table read_table(std::istream& in, const std::string& name);
table read_table(const std::filesystem::path& file);

void write_table(std::ostream& out, const table& t);

/// The reason why no generator can use these values, or empty. The sum of rows must be leptokurtic (a uniform
/// share then gives a kurtosis of 3), and no sum of 32 values may overflow int32.
std::string defect(const table& t);

/// The fourth cumulant of the sum of one value of each row, in units of 2^-96; its sign is exact.
double fourth_cumulant(const table& t);

/// The published initial table: the normal quantiles at p = 1/2 + (i + 1/2) / 8192, i = 0 ... 4095, in row i
/// mod 16 at place i / 16, times 2^24 and rounded.
table inverse_cdf_table();

}  // namespace tali::lab::normal
