// SPDX-License-Identifier: Apache-2.0
// A certificate in parts: the counts of a part of every stage's chunks, and the certificate from all parts.
#pragma once

#include <vector>

#include <nlohmann/json.hpp>

#include "certify/certificate.hpp"
#include "certify/request.hpp"
#include "shard.hpp"

namespace tali::tool::certify {

/// The text that all parts of one certificate share.
std::string whole_of(const request& r);

/// Tests part s of every stage's numbers.
/// @throws device_error if a stage cannot run
ordered_json make_part(const request& r, const shard& s, const teller& tell);

/// The request from which the parts were made.
request request_of(const ordered_json& part);

/// The certificate, with the same bytes as from one process.
/// @param parts  all parts, in order
/// @throws usage_error if a part does not have these stages' counts
ordered_json merge(const request& r, const std::vector<ordered_json>& parts);

}  // namespace tali::tool::certify
