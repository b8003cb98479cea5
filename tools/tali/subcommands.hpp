// SPDX-License-Identifier: Apache-2.0
// The subcommands: one file each, which adds itself to the command line.
#pragma once

#include "cli_fwd.hpp"

namespace tali::tool {

void add_bench(CLI::App& app);
void add_certify(CLI::App& app);
void add_completion(CLI::App& app);
void add_demo(CLI::App& app);
void add_gen(CLI::App& app);
void add_info(CLI::App& app);
void add_man(CLI::App& app);
void add_normal(CLI::App& app);
void add_normal_tables(CLI::App& normal);  // where the lab's libraries are: TALI_HAS_LAB_NORMAL
void add_rejection(CLI::App& app);
void add_rejection_experiment(CLI::App& rejection);
void add_sample(CLI::App& app);
void add_shuffle(CLI::App& app);
void add_mtgp(CLI::App& app);  // where OpenSSL is: TALI_HAS_LAB_MTGP

void add_tune(CLI::App& app);
void add_words(CLI::App& app);

/// What 'tali mtgp' offers, for an executable that is nothing else.
void add_mtgp_commands(CLI::App& app);

}  // namespace tali::tool
