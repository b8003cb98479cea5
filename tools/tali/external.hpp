// SPDX-License-Identifier: Apache-2.0
// Subcommands that are separate programs: the benchmark and the lab, which are large and which most users of
// 'tali gen' do not need. 'tali bench' starts tali-bench, which is next to tali.
#pragma once

#include <filesystem>

#include "flags.hpp"

namespace tali::tool {

/// If the command line names one of these subcommands, replaces this process by its program; otherwise
/// returns.
/// @returns the exit status if that program cannot be started, or -1
int run_external(int argc, char** argv);

/// Adds their names to the list of subcommands.
void add_external(const parser& app);

/// The folder of this program.
/// @param called_as  is used if the system does not know it
std::filesystem::path program_directory(const char* called_as = "");

}  // namespace tali::tool
