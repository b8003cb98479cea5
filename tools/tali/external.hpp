// SPDX-License-Identifier: Apache-2.0
// Subcommands that are programs of their own: the benchmark and the lab, which are large and which most users
// of 'tali gen' never need. 'tali bench' starts tali-bench, which lies beside tali.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "cli_fwd.hpp"

namespace tali::tool {

/// Becomes the program of the subcommand that the command line names, if it is one of these; else returns.
/// @returns the exit status where that program cannot be started, or -1
int run_external(int argc, char** argv);

/// Names them in the list of subcommands.
void add_external(CLI::App& app);

/// The parser's description with those of the programs that are there: see describe.hpp.
nlohmann::ordered_json describe_all(const CLI::App& app);

}  // namespace tali::tool
