// SPDX-License-Identifier: Apache-2.0
// Pictures as inline SVG, drawn here: no file and no script beside them. Colours come from the page's style.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace tali::tool::certify {

/// The text without what HTML would take for itself, between tags and in the quotes of an attribute.
std::string plain(const std::string& text);

/// Sticks from 0 to each value, with the band that all of them keep with a chance of 99 % if they are
/// standard normal.
/// @param first  the number of the first one
/// @param of     how many scores these are the strongest of; 0: all are here
std::string stick_plot(const std::string& title, const std::vector<double>& z, const std::string& axis,
                       int first, std::size_t of = 0);

/// A square matrix of standard scores as colours, row by row.
std::string heat_map(const std::string& title, const std::vector<double>& z, const std::string& axis);

/// Counts of cells against a density, and below them the residuals.
/// @param edges  between the cells: one fewer
std::string histogram(const std::string& title, const std::vector<double>& edges,
                      const std::vector<double>& counts, const std::vector<double>& probabilities,
                      const std::vector<double>& residuals);

/// How many numbers lie beyond 3, 3.25, ... on a logarithmic scale: below on the left, above on the right.
std::string tail_plot(const std::vector<double>& counts, const std::vector<double>& expectations);

/// All p-values on a scale that is logarithmic towards both ends, with the band that the most extreme of them
/// keeps with a chance of 95 %.
std::string p_value_strip(const std::vector<double>& p);

/// Sorted p-values against their expectation, with the band of the order statistics.
std::string quantile_plot(std::vector<double> p);

}  // namespace tali::tool::certify
