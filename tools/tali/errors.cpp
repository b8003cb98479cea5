// SPDX-License-Identifier: Apache-2.0
#include "errors.hpp"

#include <cctype>
#include <cerrno>
#include <cstddef>
#include <functional>

#include <CLI/CLI.hpp>
#include <fmt/core.h>
#include <unistd.h>

namespace tali::tool {

namespace {

std::vector<std::string> subcommands_of(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* sub : app.get_subcommands(std::function<bool(const CLI::App*)>{})) {
    names.push_back(sub->get_name());
  }
  return names;
}

std::vector<std::string> options_of(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* o : app.get_options()) names.push_back(o->get_name());
  return names;
}

/// The innermost command on the command line.
const CLI::App& command_of(const CLI::App& app) {
  const CLI::App* at = &app;
  while (!at->get_subcommands().empty()) at = at->get_subcommands().front();
  return *at;
}

std::string path_of(const CLI::App& command) {
  const CLI::App* const parent = command.get_parent();
  return parent == nullptr ? "tali" : path_of(*parent) + " " + command.get_name();
}

/// An option's name in messages: its short name if it has one.
std::string name_of(const CLI::Option& o) {
  return o.get_snames().empty() ? o.get_name() : "-" + o.get_snames().front();
}

/// A description, in the form for the end of a sentence.
std::string first_word_small(std::string text) {
  const bool one_capital = text.size() > 1 && std::islower(static_cast<unsigned char>(text[1])) != 0;
  if (one_capital) text[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(text[0])));
  return text;
}

/// The option whose value is missing, at the end or before another option; null if there is none.
const CLI::Option* without_value(const CLI::App& command, const std::vector<std::string>& arguments) {
  const auto option_at = [&](std::size_t k) -> const CLI::Option* {
    return k < arguments.size() && arguments[k].starts_with('-') ? command.get_option_no_throw(arguments[k])
                                                                 : nullptr;
  };
  for (std::size_t k = 0; k < arguments.size(); ++k) {
    const CLI::Option* const o = option_at(k);
    if (o == nullptr || o->get_expected_min() == 0) continue;
    if (k + 1 == arguments.size() || option_at(k + 1) != nullptr) return o;
    ++k;  // its value
  }
  return nullptr;
}

/// An option whose value is another option's name, followed by a value; null if there is none.
const CLI::Option* with_option_as_value(const CLI::App& command) {
  for (const CLI::Option* o : command.get_options()) {
    for (const std::string& value : o->results()) {
      const std::string name = value.substr(0, value.find('='));
      if (name.starts_with('-') && command.get_option_no_throw(name) != nullptr) return o;
    }
  }
  return nullptr;
}

template <class Error>
bool is(const CLI::ParseError& e) {
  return dynamic_cast<const Error*>(&e) != nullptr;
}

/// The first argument that was not used; empty if all were.
std::string first_remaining(const CLI::App& app) {
  for (const std::string& a : app.remaining(true)) {
    if (a != "--") return a;
  }
  return {};
}

}  // namespace

void say_on_stderr(std::string_view text) noexcept {
  while (!text.empty()) {
    const ssize_t done = write(STDERR_FILENO, text.data(), static_cast<unsigned>(text.size()));
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(done));
  }
}

std::string listed(const std::vector<std::string>& names) {
  std::string out;
  for (const std::string& n : names) out += (out.empty() ? "" : ", ") + n;
  return out;
}

argument_error on_flag(const argument_error& e, std::initializer_list<flag_of> table,
                       const std::string& other_flag) {
  for (const flag_of& f : table) {
    if (e.argument() == f.argument) return e.renamed(f.flag);
  }
  return other_flag.empty() ? e : e.renamed(other_flag + ' ' + e.argument());
}

argument_error parse_error(const CLI::App& app, const CLI::ParseError& e,
                           const std::vector<std::string>& arguments) {
  const CLI::App& command = command_of(app);
  const std::string path = path_of(command), stray = first_remaining(app);
  const std::string stray_name = stray.substr(0, stray.find('='));
  const std::vector<std::string> commands = subcommands_of(command), options = options_of(command);
  if (is<CLI::RequiredError>(e) && !commands.empty()) {
    if (stray.empty()) return {path + " command", "", "", commands};
    if (!stray.starts_with('-')) return {path + " command", quoted(stray), "", commands};
    std::vector<std::string> all = options;
    all.insert(all.end(), commands.begin(), commands.end());
    return {path + " option", quoted(stray_name), "", all};
  }
  if (is<CLI::ExtrasError>(e)) {
    if (const CLI::Option* const o = with_option_as_value(command))
      return {name_of(*o), "given without a value", "one value"};
    if (stray.starts_with('-')) return {path + " option", quoted(stray_name), "", options};
    return {path + " argument", quoted(stray), "", options};
  }
  if (is<CLI::ArgumentMismatch>(e)) {
    for (const CLI::Option* o : command.get_options()) {
      const auto& values = o->results();
      if (values.size() > 1 && o->get_expected_max() == 1) {
        return {name_of(*o), fmt::format("'{}' and '{}'", values[0], values[1]), "one value"};
      }
    }
    if (const CLI::Option* const o = without_value(command, arguments))
      return {name_of(*o), "given without a value", "one value"};
  }
  for (const CLI::Option* o : command.get_options()) {
    if (is<CLI::ConversionError>(e) && o->get_expected_max() == 0 &&
        !o->results().empty()) {  // only flags are converted
      return {o->get_name(), quoted(o->results()[0]), "no value"};
    }
    if (is<CLI::RequiredError>(e) && o->get_required() && o->results().empty()) {
      return {o->get_name(), "", first_word_small(o->get_description())};
    }
    if (o->count() == 0) continue;
    const bool is_flag = o->get_expected_max() == 0;  // which has no value
    const std::string value = is_flag || o->results().empty() ? "given" : o->results().back();
    if (is<CLI::RequiresError>(e)) {
      for (const CLI::Option* other : o->get_needs()) {
        if (other->count() == 0) return {name_of(*o), value, "only with " + other->get_name()};
      }
    }
    if (is<CLI::ExcludesError>(e)) {
      for (const CLI::Option* other : o->get_excludes()) {
        if (other->count() != 0) return {name_of(*o), value, "no " + other->get_name() + " with it"};
      }
    }
  }
  return {path + " arguments", quoted(listed(arguments)), "arguments that --help describes"};
}

}  // namespace tali::tool
