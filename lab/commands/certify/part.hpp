// SPDX-License-Identifier: Apache-2.0
// A certificate in parts: what a part of every stage's chunks has counted, and the whole from all of them.
#pragma once

#include <vector>

#include <nlohmann/json.hpp>

#include "certify/certificate.hpp"
#include "certify/request.hpp"
#include "shard.hpp"

namespace tali::tool::certify {

/// What all parts of a certificate have in common.
std::string whole_of(const request& r);

/// Tests part s of every stage's numbers.
/// @throws device_error where a stage cannot run
ordered_json make_part(const request& r, const shard& s, const teller& tell);

/// The request that parts were made of.
request request_of(const ordered_json& part);

/// The certificate that one process makes, to the byte.
/// @param parts  all of them, in order
/// @throws usage_error for parts that do not hold what these stages count
ordered_json merge(const request& r, const std::vector<ordered_json>& parts);

}  // namespace tali::tool::certify
