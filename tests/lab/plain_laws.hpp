// SPDX-License-Identifier: Apache-2.0
// Laws that need no library, as a second opinion on those of Boost.Math.
#pragma once

#include <optional>
#include <string_view>

#include <tali/arguments.hpp>

#include "certify/law.hpp"

namespace tali::lab::certify {

/// The law of a distribution that is uniform, normal, gamma or chi-squared, or a function of one such number;
/// nothing for others.
/// @param type  f32 or f64; parameters of float distributions are rounded to floats
std::optional<law> plain_law_of(std::string_view distribution, std::string_view type, const arguments& given);

}  // namespace tali::lab::certify
