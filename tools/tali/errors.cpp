// SPDX-License-Identifier: Apache-2.0
#include "errors.hpp"

#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/core.h>

namespace tali::tool {

namespace {

/// The names, separated by commas.
std::string joined(const std::vector<std::string>& names) {
  std::string out;
  for (const std::string& n : names) out += (out.empty() ? "" : ", ") + n;
  return out;
}

std::string subcommands_of(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* sub : app.get_subcommands(std::function<bool(const CLI::App*)>{})) {
    names.push_back(sub->get_name());
  }
  return joined(names);
}

std::string options_of(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* o : app.get_options()) names.push_back(o->get_name());
  return joined(names);
}

/// The innermost command that was named.
const CLI::App& command_of(const CLI::App& app) {
  const CLI::App* at = &app;
  while (!at->get_subcommands().empty()) at = at->get_subcommands().front();
  return *at;
}

std::string path_of(const CLI::App& command) {
  const CLI::App* const parent = command.get_parent();
  return parent == nullptr ? "tali" : path_of(*parent) + " " + command.get_name();
}

/// The first argument that nobody took, or nothing.
std::string first_remaining(const CLI::App& app) {
  for (const std::string& a : app.remaining(true)) {
    if (a != "--") return a;
  }
  return {};
}

}  // namespace

usage_error on_flag(std::string_view flag, const argument_error& e) {
  return usage_error(std::string(flag) + std::string(e.what()).substr(e.argument().size()));
}

std::string parse_error_line(const CLI::App& app, const CLI::ParseError& e) {
  const CLI::App& command = command_of(app);
  const std::string stray = first_remaining(app);
  const std::string allowed = subcommands_of(command);
  if (dynamic_cast<const CLI::RequiredError*>(&e) != nullptr && !allowed.empty()) {
    if (stray.empty() || stray.starts_with('-')) {
      return fmt::format("{} has no command; allowed: {}", path_of(command), allowed);
    }
    return fmt::format("command of {} is '{}'; allowed: {}", path_of(command), stray, allowed);
  }
  if (dynamic_cast<const CLI::ExtrasError*>(&e) != nullptr) {
    return fmt::format("{} of {} is '{}'; allowed: {}", stray.starts_with('-') ? "option" : "argument",
                       path_of(command), stray, options_of(command));
  }
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&e) != nullptr) {
    for (const CLI::Option* o : command.get_options()) {
      const auto& given = o->results();
      if (given.size() > 1 && o->get_expected_max() == 1) {
        return fmt::format("{} is '{}' and '{}'; allowed: one value", o->get_name(), given[0], given[1]);
      }
    }
    const std::string text = e.what();
    if (const auto colon = text.find(':'); colon != std::string::npos) {
      return fmt::format("{} has no value; allowed: one value", text.substr(0, colon));
    }
  }
  if (dynamic_cast<const CLI::ConversionError*>(&e) != nullptr) {  // only flags are converted
    for (const CLI::Option* o : command.get_options()) {
      if (o->get_expected_max() == 0 && !o->results().empty()) {
        return fmt::format("{} is '{}'; allowed: no value", o->get_name(), o->results()[0]);
      }
    }
  }
  return e.what();
}

}  // namespace tali::tool
