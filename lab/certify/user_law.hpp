// SPDX-License-Identifier: Apache-2.0
// The law of a distribution whose header says it: by its member distribution_function.
#pragma once

#include <optional>
#include <string_view>

#include <tali/arguments.hpp>

#include "certify/law.hpp"

namespace tali::lab::certify {

/// The law by `double D::distribution_function(double x) const`, P(X <= x), of the catalogue's distribution
/// of this name and type; nothing where it has no such member.
std::optional<law> user_law(std::string_view distribution, std::string_view type, const arguments& given);

}  // namespace tali::lab::certify
