// SPDX-License-Identifier: Apache-2.0
// A picture of points in two dimensions, beside pseudo-random ones.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include <tali/fill.hpp>

namespace tali::tool {

/// Draws up to 4,096 points of the set and as many of Philox with gnuplot, as .svg or .png by the file's
/// name.
/// @throws argument_error for another name or where gnuplot is missing; io_error if the file cannot be
/// written
void plot_points(const std::string& file, const any_engine& points,
                 std::pair<std::uint32_t, std::uint32_t> dimensions);

/// A text as gnuplot reads it.
std::string gnuplot_text(const std::string& text);

/// Has gnuplot run a script, in silence.
/// @returns its exit status; 127 if there is none
int run_gnuplot(const std::string& script);

}  // namespace tali::tool
