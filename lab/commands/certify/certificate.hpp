// SPDX-License-Identifier: Apache-2.0
// A certificate, made and stored as JSON.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <certify/stages.hpp>
#include <nlohmann/json.hpp>

#include "certify/request.hpp"
#include "shard.hpp"

namespace tali::tool::certify {

/// Stores finished stages in a file, so that an interrupted certificate can be resumed.
class checkpoint {
 public:
  /// @param file  empty: none
  /// @param of    the certificate's command and device
  /// @throws usage_error if the file is of another certificate, or damaged
  checkpoint(std::string file, std::string of);
  /// A finished stage, or nothing.
  [[nodiscard]] std::optional<nlohmann::ordered_json> find(const std::string& stage) const;
  /// @throws io_error
  void add(const nlohmann::ordered_json& stage);

 private:
  std::string file_, of_;
  nlohmann::ordered_json stages_ = nlohmann::ordered_json::array();
};

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

// A certificate in parts: the counts of a part of every stage's chunks, and the certificate from all parts.

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
