// SPDX-License-Identifier: Apache-2.0
// Runs a command line. Every error is one line on stderr and exit code 2; a closed pipe is a normal end.
#pragma once

#include "flags.hpp"

namespace tali::tool {

/// The one argument with which every program prints the description of its parser (describe.hpp) as JSON.
inline constexpr const char* describe_request = "--describe";

/// f(argc, argv), by which an exception becomes one line on stderr and exit code 2. Closed standard files
/// stay apart from those that f opens.
int run_safely(int (*f)(int argc, char** argv), int argc, char** argv);

using add_to_app = void (*)(const parser&);

/// Makes a parser, lets `add` give it its commands, parses, and so executes; without arguments prints the
/// help. The exit code: 0, 1 for a finding, 2 for an error. Memory that is out while commands are added is an
/// error like any other.
int run(const char* description, const char* name, add_to_app add, int argc, char** argv);

}  // namespace tali::tool
