// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include <checkpoint.hpp>

#include <tali/error.hpp>

#include "certify/certificate.hpp"
#include "errors.hpp"
#include "output.hpp"

namespace tali::tool::certify {

namespace {

using nlohmann::ordered_json;

bool has_text(const ordered_json& j, const char* key) { return j.contains(key) && j[key].is_string(); }

/// Whether a stage has all fields that a certificate and its page need.
bool is_finished_stage(const ordered_json& s) {
  if (!s.is_object() || !has_text(s, "name") || !has_text(s, "status")) return false;
  if (s.contains("reason") && !s["reason"].is_string()) return false;
  if (!s.contains("elements") || !s["elements"].is_number_unsigned()) return false;
  if (!s.contains("series") || !s["series"].is_object()) return false;
  if (!s.contains("p_values") || !s["p_values"].is_array()) return false;
  return std::ranges::all_of(s["p_values"], [](const ordered_json& v) {
    return v.is_object() && has_text(v, "name") && v.contains("statistic") && v.contains("p") &&
           v["p"].is_number();
  });
}

/// Whether a checkpoint's stages have the form that this program writes.
bool has_finished_stages(const ordered_json& j) {
  return j.contains("stages") && j["stages"].is_array() &&
         std::ranges::all_of(j["stages"], is_finished_stage);
}

}  // namespace

checkpoint::checkpoint(std::string file, std::string of) : file_{std::move(file)}, of_{std::move(of)} {
  check_checkpoint(file_);
  const auto found = tali::lab::read_checkpoint(file_, "certificate", of_);
  if (!found) return;
  if (!has_finished_stages(*found)) {
    throw argument_error("--checkpoint", "'" + file_ + "', whose stages are not those of this tali",
                         "an unchanged checkpoint, or no file");
  }
  stages_ = found->at("stages");
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
  tali::lab::write_checkpoint(file_, {{"of", of_}, {"stages", stages_}});
}

}  // namespace tali::tool::certify
