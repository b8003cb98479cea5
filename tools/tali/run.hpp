// SPDX-License-Identifier: Apache-2.0
// Runs a command line. Every error is one line on stderr and exit code 2; a closed pipe is a normal end.
#pragma once

#include "flags.hpp"

namespace tali::tool {

/// The only argument with which every program prints its parser's description as JSON: the source of the
/// completions and the manual.
inline constexpr const char* describe_request = "--describe";

/// Calls f(argc, argv); an exception becomes one line on stderr and exit code 2. Files that f opens never
/// take the place of a closed standard file.
int run_safely(int (*f)(int argc, char** argv), int argc, char** argv);

using add_to_app = void (*)(const parser&);

/// Makes a parser, adds the commands by `add`, parses and runs; without arguments prints the help. The exit
/// code is 0, 1 for a finding, or 2 for an error. Exhausted memory while commands are added is an ordinary
/// error.
int run(const char* description, const char* name, add_to_app add, int argc, char** argv);

}  // namespace tali::tool
