// SPDX-License-Identifier: Apache-2.0
// Checkpoints: JSON with a checksum behind it.
#include <filesystem>
#include <optional>
#include <string>
#include <system_error>
#include <utility>

#include <fmt/core.h>
#include <sealed_text.hpp>
#include <whole_file.hpp>

#include <tali/error.hpp>

#include "certify/certificate.hpp"
#include "errors.hpp"

namespace tali::tool::certify {

checkpoint::checkpoint(std::string file, std::string of) : file_{std::move(file)}, of_{std::move(of)} {
  if (file_.empty() || !std::filesystem::exists(file_)) return;
  const std::optional<std::string> text = tali::lab::verify_checksum(tali::lab::read_whole_file(file_));
  if (!text) {
    throw usage_error(fmt::format(
        "--checkpoint is '{}', which is truncated or altered; allowed: a checkpoint as it was left, or "
        "no file",
        file_));
  }
  const ordered_json found = ordered_json::parse(*text, nullptr, false);
  if (found.is_discarded() || found.value("of", "") != of_) {
    throw usage_error(fmt::format(
        "--checkpoint is '{}', of another certificate; allowed: one of '{}', or no file", file_, of_));
  }
  stages_ = found.at("stages");
}

std::optional<ordered_json> checkpoint::find(const std::string& stage) const {
  for (const ordered_json& s : stages_) {
    if (s.at("name") == stage) return s;
  }
  return {};
}

void checkpoint::add(const ordered_json& stage) {
  if (file_.empty()) return;
  stages_.push_back(stage);
  try {
    tali::lab::write_whole_file(
        file_, tali::lab::append_checksum(ordered_json{{"of", of_}, {"stages", stages_}}.dump() + "\n"));
  } catch (const std::system_error& e) {
    throw io_error(fmt::format("--checkpoint is '{}'; allowed: a file that can be written ({})", file_,
                               e.code().message()));
  }
}

}  // namespace tali::tool::certify
