// SPDX-License-Identifier: Apache-2.0
// The law of a distribution that defines it in its header, by its member distribution_function.
#pragma once

#include <optional>
#include <string_view>

#include <tali/arguments.hpp>

#include "certify/law.hpp"

namespace tali::lab::certify {

/// The law from `double D::distribution_function(double x) const`, P(X <= x), of the catalogue's distribution
/// with this name and type; nothing if it has no such member.
std::optional<law> user_law(std::string_view distribution, std::string_view type, const arguments& given);

}  // namespace tali::lab::certify
