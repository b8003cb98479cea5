// SPDX-License-Identifier: Apache-2.0
#include "errors.hpp"

#include <cctype>
#include <cerrno>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/core.h>
#include <unistd.h>

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

/// What messages call an option: its short name where it has one.
std::string name_of(const CLI::Option& o) {
  return o.get_snames().empty() ? o.get_name() : "-" + o.get_snames().front();
}

/// A description as the end of a sentence.
std::string first_word_small(std::string text) {
  const bool one_capital = text.size() > 1 && std::islower(static_cast<unsigned char>(text[1])) != 0;
  if (one_capital) text[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(text[0])));
  return text;
}

/// What the parser's check of an option lets pass; the parser appends it to the name of the value:
/// TEXT:{all,cpu}, FLOAT:POSITIVE.
std::string checked_by(const CLI::Option& o) {
  const std::string all = o.get_type_name();
  const std::size_t begin = all.find('{'), end = all.rfind('}');
  if (begin != std::string::npos && end != std::string::npos) {
    return joined(CLI::detail::split(all.substr(begin + 1, end - begin - 1), ','));
  }
  if (all.ends_with("POSITIVE")) return "a number above 0";
  return all.substr(all.find(':') + 1);
}

/// An option that took the name of another one for its value; null where none did.
const CLI::Option* without_value(const CLI::App& command) {
  for (const CLI::Option* o : command.get_options()) {
    for (const std::string& value : o->results()) {
      const std::string name = value.substr(0, value.find('='));
      if (name.starts_with('-') && command.get_option_no_throw(name) != nullptr) return o;
    }
  }
  return nullptr;
}

/// The first argument that nobody took, or nothing.
std::string first_remaining(const CLI::App& app) {
  for (const std::string& a : app.remaining(true)) {
    if (a != "--") return a;
  }
  return {};
}

}  // namespace

void say_on_stderr(std::string_view text) noexcept {
  while (!text.empty()) {
    const ssize_t done = write(STDERR_FILENO, text.data(), text.size());
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(done));
  }
}

usage_error on_flag(std::string_view flag, const argument_error& e) {
  return usage_error(std::string(flag) + std::string(e.what()).substr(e.argument().size()));
}

std::string parse_error_line(const CLI::App& app, const CLI::ParseError& e) {
  const CLI::App& command = command_of(app);
  const std::string stray = first_remaining(app);
  const std::string allowed = subcommands_of(command);
  if (dynamic_cast<const CLI::RequiredError*>(&e) != nullptr && !allowed.empty()) {
    if (stray.starts_with('-')) {
      return fmt::format("option of {} is '{}'; allowed: {}, and a command: {}", path_of(command), stray,
                         options_of(command), allowed);
    }
    if (stray.empty()) {
      return fmt::format("{} has no command; allowed: {}", path_of(command), allowed);
    }
    return fmt::format("command of {} is '{}'; allowed: {}", path_of(command), stray, allowed);
  }
  if (dynamic_cast<const CLI::ExtrasError*>(&e) != nullptr) {
    if (const CLI::Option* const o = without_value(command)) {
      return fmt::format("{} has no value; allowed: one value", name_of(*o));
    }
    return fmt::format("{} of {} is '{}'; allowed: {}", stray.starts_with('-') ? "option" : "argument",
                       path_of(command), stray, options_of(command));
  }
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&e) != nullptr) {
    for (const CLI::Option* o : command.get_options()) {
      const auto& given = o->results();
      if (given.size() > 1 && o->get_expected_max() == 1) {
        return fmt::format("{} is '{}' and '{}'; allowed: one value", name_of(*o), given[0], given[1]);
      }
    }
    const std::string text = e.what();
    if (const auto colon = text.find(':'); colon != std::string::npos) {
      std::string name = text.substr(0, colon);
      for (const CLI::Option* o : command.get_options()) {
        if (name == o->get_name()) name = name_of(*o);
      }
      return fmt::format("{} has no value; allowed: one value", name);
    }
  }
  if (dynamic_cast<const CLI::ConversionError*>(&e) != nullptr) {  // only flags are converted
    for (const CLI::Option* o : command.get_options()) {
      if (o->get_expected_max() == 0 && !o->results().empty()) {
        return fmt::format("{} is '{}'; allowed: no value", o->get_name(), o->results()[0]);
      }
    }
  }
  if (dynamic_cast<const CLI::RequiredError*>(&e) != nullptr) {
    for (const CLI::Option* o : command.get_options()) {
      if (!o->get_required() || !o->results().empty()) continue;
      return fmt::format("{} is missing; allowed: {}", o->get_name(), first_word_small(o->get_description()));
    }
  }
  if (dynamic_cast<const CLI::ValidationError*>(&e) != nullptr) {
    const std::string text = e.what();
    for (const CLI::Option* o : command.get_options()) {
      if (o->results().empty() || !text.starts_with(o->get_name() + ":")) continue;
      return fmt::format("{} is '{}'; allowed: {}", o->get_name(), o->results().back(), checked_by(*o));
    }
  }
  if (dynamic_cast<const CLI::RequiresError*>(&e) != nullptr) {
    const std::string text = e.what(), between = " requires ";
    const std::size_t at = text.find(between);
    for (const CLI::Option* o : command.get_options()) {
      if (at == std::string::npos || o->results().empty() || text.substr(0, at) != o->get_name()) continue;
      return fmt::format("{} is {}; allowed with {}", name_of(*o), o->results().back(),
                         text.substr(at + between.size()));
    }
  }
  if (dynamic_cast<const CLI::ExcludesError*>(&e) != nullptr) {
    const std::string text = e.what(), between = " excludes ";
    if (const auto at = text.find(between); at != std::string::npos) {
      return fmt::format("{} is given with {}; allowed: one of the two", text.substr(0, at),
                         text.substr(at + between.size()));
    }
  }
  return e.what();
}

}  // namespace tali::tool
