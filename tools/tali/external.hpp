// SPDX-License-Identifier: Apache-2.0
// Subcommands that are programs of their own: the benchmark and the lab, which are large and which most users
// of 'tali gen' never need. 'tali bench' starts tali-bench, which lies beside tali.
#pragma once

#include <filesystem>

#include "flags.hpp"

namespace tali::tool {

/// Becomes the program of the subcommand that the command line names, if it is one of these; else returns.
/// @returns the exit status where that program cannot be started, or -1
int run_external(int argc, char** argv);

/// Names them in the list of subcommands.
void add_external(const parser& app);

/// Where this program lies.
/// @param called_as  which counts where the system does not say
std::filesystem::path program_directory(const char* called_as = "");

}  // namespace tali::tool
