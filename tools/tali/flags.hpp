// SPDX-License-Identifier: Apache-2.0
// The flags and arguments of a command. CLI11 parses them. Its header takes seconds to compile, so only
// flags.cpp and the files that read the parser (errors.cpp, run.cpp) include it; commands use
// this header to describe their flags.
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
  /// The default in the help, if it is not the variable's value.
  const flag& default_text(const std::string& text) const;
  const flag& one_of(const std::vector<std::string>& values) const;
  const flag& positive() const;
  const flag& excludes(const flag& other) const;
  const flag& needs(const flag& other) const;

 private:
  CLI::Option* of_;
};

/// A command; flags are added to it.
class parser {
 public:
  explicit parser(CLI::App* of = nullptr) : of_(of) {}

  /// The same command; flags that are added to the result appear under a heading of the help.
  [[nodiscard]] parser under(const char* heading) const;

  /// A subcommand.
  [[nodiscard]] parser add_command(const std::string& name, const std::string& summary) const;

  /// A flag with a value, or an argument if the name has no dash. The help shows the variable's value.
  /// @param names  "-o,--output"
  /// @param value  the value's name in the help; null: the parser's name
  flag add(const std::string& names, std::string& to, const char* value, const std::string& help) const;
  flag add(const std::string& names, double& to, const char* value, const std::string& help) const;
  flag add(const std::string& names, std::optional<double>& to, const char* value,
           const std::string& help) const;
  /// A flag that may be given several times, each with one value.
  flag add(const std::string& names, std::vector<std::string>& to, const char* value,
           const std::string& help) const;
  /// A flag that passes its value to a function as soon as it is read.
  flag add(const std::string& names, const std::function<void(const std::string&)>& take, const char* value,
           const std::string& help) const;
  flag add_flag(const std::string& names, bool& to, const std::string& help) const;
  /// @param callback  is called if the flag is given
  flag add_flag(const std::string& names, const std::function<void()>& callback,
                const std::string& help) const;

  [[nodiscard]] flag operator[](const std::string& name) const;
  [[nodiscard]] bool given(const std::string& name) const;
  /// The flag's value; the flag must have been given.
  [[nodiscard]] std::string value_of(const std::string& name) const;
  /// Whether the subcommand with this name was given. Allocates no memory for a short name.
  [[nodiscard]] bool given_command(const std::string& name) const;

  void footer(const std::string& text) const;
  void needs_command() const;
  /// Adds --version.
  void version(const std::string& text) const;
  /// Sets the function that runs after the command's flags are read.
  void does(const std::function<void()>& f) const;

  [[nodiscard]] CLI::App& app() const { return *of_; }

 private:
  CLI::App* of_;
  std::string heading_;
};

}  // namespace tali::tool
