// SPDX-License-Identifier: Apache-2.0
// The subcommands: one file each, which adds itself to the command line.
#pragma once

#include <functional>

#include "cli_fwd.hpp"
#include "ranks.hpp"

namespace tali::tool {

class host_fill;
struct writing_flags;
struct written_values;

/// write_values, or what does the same by several processes.
using value_writer = std::function<void(const writing_flags&, host_fill&, const written_values&)>;

void add_bench(CLI::App& app);
void add_completion(CLI::App& app);
void add_demo(CLI::App& app);
/// @param write  where the values go
void add_gen(CLI::App& app, ranks& all, const value_writer& write);
void add_info(CLI::App& app);
void add_man(CLI::App& app);
void add_sample(CLI::App& app);
void add_shuffle(CLI::App& app);
void add_tune(CLI::App& app);
void add_words(CLI::App& app);

/// Those of the lab, in programs that have it (lab/commands).
void add_lab(CLI::App& app, ranks& all);

}  // namespace tali::tool
