// SPDX-License-Identifier: Apache-2.0
// Errors in the command line: one line that names the flag, its value and the expected value. Most are
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

/// A command line with an impossible request, although no single value is wrong.
class usage_error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The command ran and found a failure: exit code 1.
class finding : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Writes to stderr; ignores errors, because nobody reads a stderr that is closed or full.
void say_on_stderr(std::string_view text) noexcept;

/// An argument of the library, and the flag that sets it.
struct flag_of {
  const char *argument, *flag;
};

/// The library's error about an argument that a flag has set.
/// @param other_flag  the flag of arguments that are not in the table, such as options of an engine:
/// "--engine" becomes "--engine sets". Empty: they keep their names
argument_error on_flag(const argument_error& e, std::initializer_list<flag_of> table,
                       const std::string& other_flag = {});

/// The parser's error in this program's form.
/// @param arguments  the command line
argument_error parse_error(const CLI::App& app, const CLI::ParseError& e,
                           const std::vector<std::string>& arguments);

/// "a, b, c".
std::string listed(const std::vector<std::string>& names);

}  // namespace tali::tool
