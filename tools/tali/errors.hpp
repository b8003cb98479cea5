// SPDX-License-Identifier: Apache-2.0
// Complaints about the command line: one line that names the flag, its value and what is expected. Most are
// argument_errors, whose argument is the flag.
#pragma once

#include <initializer_list>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <tali/error.hpp>

#include "flags.hpp"

namespace tali::tool {

/// A command line that asks for what cannot be, where no one value is wrong.
class usage_error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The command ran and its finding is bad: exit code 1.
class finding : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Writes to stderr what can be written there: if it is closed or full, there is no reader.
void say_on_stderr(std::string_view text) noexcept;

/// An argument of the library and the flag that gives it.
struct flag_of {
  const char *argument, *flag;
};

/// The library's complaint about an argument that a flag gave.
/// @param others  the flag of arguments that the table lacks, such as options of an engine: "--engine"
///                becomes "--engine sets". Empty: they keep their names
argument_error on_flag(const argument_error& e, std::initializer_list<flag_of> table,
                       const std::string& others = {});

/// The parser's complaint, in this program's form.
/// @param given  the command line
argument_error parse_error(const CLI::App& app, const CLI::ParseError& e,
                           const std::vector<std::string>& given);

/// "a, b, c".
std::string listed(const std::vector<std::string>& names);

}  // namespace tali::tool
