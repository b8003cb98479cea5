// SPDX-License-Identifier: Apache-2.0
// Finished stages in a file, so that a certificate that was stopped can be resumed.
#pragma once

#include <optional>
#include <string>

#include <nlohmann/json.hpp>

namespace tali::tool::certify {

/// Keeps finished stages in a file, so that a certificate that was stopped can be resumed.
class checkpoint {
 public:
  /// @param file  empty: none
  /// @param of    the certificate's command and device
  /// @throws usage_error for a file of another certificate, or a damaged one
  checkpoint(std::string file, std::string of);
  /// A finished stage, or nothing.
  [[nodiscard]] std::optional<nlohmann::ordered_json> find(const std::string& stage) const;
  /// @throws io_error
  void add(const nlohmann::ordered_json& stage);

 private:
  std::string file_, of_;
  nlohmann::ordered_json stages_ = nlohmann::ordered_json::array();
};

}  // namespace tali::tool::certify
