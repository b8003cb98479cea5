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
void add_certify(CLI::App& app, ranks& all);
void add_completion(CLI::App& app);
void add_demo(CLI::App& app);
/// @param write  where the values go
void add_gen(CLI::App& app, ranks& all, const value_writer& write);
void add_identify(CLI::App& app);  // where the lab is: TALI_HAS_LAB_IDENTIFY
void add_info(CLI::App& app);
void add_man(CLI::App& app);
void add_normal(CLI::App& app, ranks& all);
void add_normal_tables(CLI::App& normal);  // where the lab's libraries are: TALI_HAS_LAB_NORMAL
void add_rejection(CLI::App& app);
void add_rejection_experiment(CLI::App& rejection);
void add_sample(CLI::App& app);
void add_shuffle(CLI::App& app);
void add_mtgp(CLI::App& app, ranks& all);  // where OpenSSL is: TALI_HAS_LAB_MTGP

void add_tune(CLI::App& app);
void add_words(CLI::App& app);

/// What 'tali mtgp' offers, for an executable that is nothing else.
void add_mtgp_commands(CLI::App& app, ranks& all);

}  // namespace tali::tool
