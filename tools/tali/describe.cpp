// SPDX-License-Identifier: Apache-2.0
#include "describe.hpp"

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

namespace tali::tool {

namespace {

using nlohmann::ordered_json;

/// On one line, with one blank between words.
std::string on_one_line(const std::string& text) {
  std::string line;
  for (const char c : text) {
    const bool blank = c == ' ' || c == '\n';
    if (!blank) line += c;
    if (blank && !line.ends_with(' ')) line += ' ';
  }
  return line;
}

/// The parts of a text between separators.
ordered_json parts(const std::string& text, char separator) {
  ordered_json all = ordered_json::array();
  for (const std::string& part : CLI::detail::split(text, separator)) all.push_back(part);
  return all;
}

// Each object is initialised as an object. A null that becomes an object when memory is exhausted would be
// destroyed as an object that it does not contain.
ordered_json describe_option(const CLI::Option& o) {
  ordered_json j = ordered_json::object();
  j["names"] = ordered_json::array();
  for (const std::string& name : o.get_snames()) j["names"].push_back("-" + name);
  for (const std::string& name : o.get_lnames()) j["names"].push_back("--" + name);
  const bool is_flag = o.get_items_expected_max() == 0;
  std::string value = is_flag ? "" : o.get_type_name();
  j["choices"] = ordered_json::array();
  // The parser appends the check to the text: TEXT:{all,cpu,cuda}, FLOAT:POSITIVE.
  if (const std::size_t at = value.find(":{"); at != std::string::npos && value.ends_with('}')) {
    j["choices"] = parts(value.substr(at + 2, value.size() - at - 3), ',');
    value.resize(at);
  } else if (constexpr std::string_view positive = ":POSITIVE"; value.ends_with(positive)) {
    value.resize(value.size() - positive.size());
  } else if (value.find('|') != std::string::npos) {
    j["choices"] = parts(value, '|');
  }
  if (o.get_positional()) value = o.get_name(true);
  j["value"] = value;
  j["summary"] = on_one_line(o.get_description());
  j["default"] = is_flag ? "" : o.get_default_str();
  j["group"] = o.get_group();
  j["required"] = o.get_required();
  return j;
}

}  // namespace

ordered_json describe(const CLI::App& command) {
  ordered_json j = ordered_json::object();
  j["name"] = command.get_name();
  j["summary"] = on_one_line(command.get_description());
  j["footer"] = command.get_footer();
  j["options"] = ordered_json::array();
  for (const CLI::Option* o : command.get_options()) {
    if (!o->get_group().empty()) j["options"].push_back(describe_option(*o));
  }
  j["commands"] = ordered_json::array();
  for (const CLI::App* c : command.get_subcommands(std::function<bool(const CLI::App*)>{})) {
    j["commands"].push_back(describe(*c));
  }
  return j;
}

}  // namespace tali::tool
