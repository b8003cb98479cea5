// SPDX-License-Identifier: Apache-2.0
// Finished stages in a file, so that an interrupted certificate can be resumed.
#pragma once

#include <optional>
#include <string>

#include <nlohmann/json.hpp>

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

}  // namespace tali::tool::certify
