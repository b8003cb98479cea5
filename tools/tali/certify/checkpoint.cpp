// Checkpoints: JSON with a checksum behind it.
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <system_error>
#include <utility>

#include <fmt/core.h>

#include <tali/error.hpp>

#include "certify/certificate.hpp"
#include "errors.hpp"

namespace tali::tool::certify {

namespace {

/// FNV-1a, enough against truncation and stray edits.
std::uint64_t checksum(const std::string& text) {
  std::uint64_t h = 0xcbf29ce484222325u;
  for (const unsigned char c : text) h = (h ^ c) * 0x100000001b3u;
  return h;
}

std::string closing(const std::string& text) { return fmt::format("checksum {:016x}\n", checksum(text)); }

}  // namespace

checkpoint::checkpoint(std::string file, std::string of) : file_{std::move(file)}, of_{std::move(of)} {
  if (file_.empty() || !std::filesystem::exists(file_)) return;
  std::ifstream in(file_);
  std::stringstream all;
  all << in.rdbuf();
  const std::string whole = all.str();
  const std::size_t end = whole.rfind("checksum ");
  const std::string text = whole.substr(0, end == std::string::npos ? 0 : end);
  if (!in || end == std::string::npos || whole.substr(end) != closing(text)) {
    throw usage_error(fmt::format(
        "--checkpoint is '{}', which is truncated or altered; allowed: a checkpoint as it was left, or "
        "no file",
        file_));
  }
  const ordered_json found = ordered_json::parse(text, nullptr, false);
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
  const std::string text = ordered_json{{"of", of_}, {"stages", stages_}}.dump() + "\n";
  const std::string partial = file_ + ".partial";
  std::ofstream out(partial);
  out << text << closing(text);
  out.close();
  std::error_code failed;
  if (out) std::filesystem::rename(partial, file_, failed);
  if (!out || failed) {
    throw io_error(fmt::format("--checkpoint is '{}'; allowed: a file that can be written", file_));
  }
}

}  // namespace tali::tool::certify
