// SPDX-License-Identifier: Apache-2.0
// Complaints about the command line: one line that names the flag, its value and what is allowed.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include <tali/error.hpp>

#include "flags.hpp"

namespace tali::tool {

/// A command line that cannot be understood, or asks for what cannot be.
class usage_error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The command ran and its finding is bad: exit code 1.
class finding : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Writes to stderr what can be written there: where it is closed or full, nobody is there to read it.
void say_on_stderr(std::string_view text) noexcept;

/// The library's complaint with the argument's name in the API replaced by the flag it came from.
usage_error on_flag(std::string_view flag, const argument_error& e);

/// The parser's complaint, in this program's form.
std::string parse_error_line(const CLI::App& app, const CLI::ParseError& e);

}  // namespace tali::tool
