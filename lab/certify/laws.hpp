// SPDX-License-Identifier: Apache-2.0
// The exact laws of tali's distributions, by name. Only in builds with Boost.Math.
#pragma once

#include <optional>
#include <string_view>

#include <tali/arguments.hpp>

#include "certify/law.hpp"

namespace tali::lab::certify {

/// The law of a distribution with parameters, or nothing if it is not known here.
/// @param type  u8 u32 u64 i32 i64 f32 f64; parameters of float distributions are rounded to floats
std::optional<law> law_of(std::string_view distribution, std::string_view type, const arguments& given);

}  // namespace tali::lab::certify
