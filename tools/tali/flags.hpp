// SPDX-License-Identifier: Apache-2.0
// What a command takes. CLI11 parses it; its header takes seconds to compile in every file, so that flags.cpp
// and the few that read the parser (errors.cpp, describe.cpp, run.cpp) alone include it, and commands say by
// this page what they take.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
class ParseError;
}  // namespace CLI

namespace tali::tool {

/// A flag or an argument of a command.
class flag {
 public:
  explicit flag(CLI::Option* of) : of_(of) {}

  const flag& required() const;
  /// What the help says its default is, where that is not its variable's value.
  const flag& default_text(const std::string& text) const;
  const flag& one_of(const std::vector<std::string>& values) const;
  const flag& positive() const;
  const flag& excludes(const flag& other) const;
  const flag& needs(const flag& other) const;

 private:
  CLI::Option* of_;
};

/// A command, whose flags are added to it.
class parser {
 public:
  explicit parser(CLI::App* of = nullptr) : of_(of) {}

  /// The same command; what is added to this one stands under a heading of the help.
  [[nodiscard]] parser under(const char* heading) const;

  /// A command of this one.
  [[nodiscard]] parser add_command(const std::string& name, const std::string& summary) const;

  /// A flag with a value, or an argument where the name has no dash. The help shows the variable's value.
  /// @param names  "-o,--output"
  /// @param value  what the value is called; null: what the parser calls it
  flag add(const std::string& names, std::string& to, const char* value, const std::string& help) const;
  flag add(const std::string& names, double& to, const char* value, const std::string& help) const;
  flag add(const std::string& names, std::optional<std::string>& to, const char* value,
           const std::string& help) const;
  flag add(const std::string& names, std::optional<double>& to, const char* value,
           const std::string& help) const;
  /// A flag that may be given several times, each with one value.
  flag add(const std::string& names, std::vector<std::string>& to, const char* value,
           const std::string& help) const;
  /// Whose value is taken as soon as it is read.
  flag add(const std::string& names, const std::function<void(const std::string&)>& take, const char* value,
           const std::string& help) const;
  flag add_flag(const std::string& names, bool& to, const std::string& help) const;
  /// @param said  is called where it is given
  flag add_flag(const std::string& names, const std::function<void()>& said, const std::string& help) const;

  [[nodiscard]] flag operator[](const std::string& name) const;
  [[nodiscard]] bool given(const std::string& name) const;
  /// What was given; it must have been.
  [[nodiscard]] std::string value_of(const std::string& name) const;
  /// Whether its command of this name was given. Takes no memory for a short name.
  [[nodiscard]] bool given_command(const std::string& name) const;

  void footer(const std::string& text) const;
  void needs_command() const;
  /// --version
  void version(const std::string& text) const;
  /// What it does when its flags have been read.
  void does(const std::function<void()>& f) const;

  [[nodiscard]] CLI::App& app() const { return *of_; }

 private:
  CLI::App* of_;
  std::string heading_;
};

}  // namespace tali::tool
