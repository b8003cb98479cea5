// SPDX-License-Identifier: Apache-2.0
#include "script.hpp"

#include <string_view>

#include "names.hpp"

namespace tali::tool::completion {

namespace {

std::string text_of_last_name(const ordered_json& option) {
  return option.at("names").back().get<std::string>();
}

}  // namespace

std::string text_of(const ordered_json& j, const char* key) { return j.at(key).get<std::string>(); }

bool is_argument(const ordered_json& option) { return option.at("names").empty(); }

std::vector<std::string> words_of(const ordered_json& option) {
  const std::string flag = is_argument(option) ? "" : text_of_last_name(option);
  std::vector<std::string> words;
  if (!option.at("choices").empty()) {
    for (const auto& choice : option.at("choices")) words.push_back(choice.get<std::string>());
  } else if (flag == "--engine") {
    for (const auto& e : engine_names()) words.push_back(e.name);
  } else if (flag == "--dist") {
    for (const auto& d : distribution_names()) words.push_back(d.name);
  } else if (flag == "--dtype") {
    words = type_names();
  }
  return words;
}

kind kind_of(const ordered_json& option) {
  const std::string value = text_of(option, "value");
  if (value.empty()) return kind::nothing;
  if (!words_of(option).empty()) return kind::words;
  if (value == "FILE" || value == "PARTS") return kind::file;  // an argument's value is its name
  return value == "DIR" ? kind::directory : kind::any;
}

parameter_words words_of_parameters() {
  parameter_words all;
  const auto add = [&](const std::string& flag, const std::vector<name_and_parameters>& names) {
    for (const auto& [name, parameters] : names) {
      all[joined(parameters, "= ") + "="].push_back(flag + " " + name);
    }
  };
  add("--engine", engine_options());
  add("--dist", distribution_parameters());
  return all;
}

bool takes_parameters(const ordered_json& option) {
  const bool names_are_listed = !is_argument(option) && option.at("choices").empty();
  if (!names_are_listed) return false;
  const std::string flag = text_of_last_name(option);
  return flag == "--engine" || flag == "--dist";
}

void each_command(const ordered_json& command, const visitor& f, const std::string& above) {
  const std::string path = above + (above.empty() ? "" : " ") + text_of(command, "name");
  f(path, command);
  for (const ordered_json& c : command.at("commands")) each_command(c, f, path);
}

std::string joined(const std::vector<std::string>& words, const char* separator) {
  std::string all;
  for (const std::string& w : words) all += (all.empty() ? "" : separator) + w;
  return all;
}

std::string escaped(const std::string& text, const char* letters) {
  std::string out;
  for (const char c : text) {
    if (std::string_view(letters).find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

std::string shell_quoted(const std::string& text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'') {
      out += R"('\'')";
    } else {
      out += c;
    }
  }
  return out + "'";
}

}  // namespace tali::tool::completion
