// SPDX-License-Identifier: Apache-2.0
// A certificate, made and stored as JSON.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include <certify/stages.hpp>
#include <nlohmann/json.hpp>

#include "certify/checkpoint.hpp"
#include "certify/request.hpp"

namespace tali::tool::certify {

using nlohmann::ordered_json;

/// Shows the current work: the stage, its number of tested elements, and their total.
using teller = std::function<void(const std::string& stage, std::uint64_t done, std::uint64_t all)>;

/// Runs the stages that the checkpoint does not have. A stage that cannot run records the reason.
ordered_json make_certificate(const request& r, checkpoint& kept, const teller& tell);

/// A stage's results, in the certificate's form.
template <class Element>
ordered_json judged(const lab::stage<Element>& s, const lab::tally& t);

/// The stages of values without a known law.
ordered_json not_run(const std::string& reason);

/// The certificate of finished stages.
ordered_json certificate_of(const request& r, ordered_json stages);

/// Runs every test on AES in counter mode `times` times, and tests the p-values for uniformity.
/// @throws usage_error in a build without OpenSSL
ordered_json calibrate(std::uint64_t times, std::uint64_t n, const teller& tell);

/// A certificate as text for a file: one line per stage. docs/site/certificates.py makes its page.
std::string text_of_certificate(const ordered_json& certificate);

}  // namespace tali::tool::certify
