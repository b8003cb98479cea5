// SPDX-License-Identifier: Apache-2.0
// Runs a command line. Every error is one line on stderr and exit code 2; a closed pipe is a normal end.
#pragma once

#include "cli_fwd.hpp"

namespace tali::tool {

/// The one argument with which every program prints the description of its parser (describe.hpp) as JSON.
inline constexpr const char* describe_request = "--describe";

/// Parses, and so executes; without arguments prints the help. The exit code: 0, 1 for a finding, 2 for an
/// error.
int run(CLI::App& app, int argc, char** argv);

}  // namespace tali::tool
