// SPDX-License-Identifier: Apache-2.0
// The lab's commands: one file each, which adds itself to the command line.
#pragma once

#include "cli_fwd.hpp"
#include "ranks.hpp"

namespace tali::tool {

void add_certify(CLI::App& app, ranks& all);
void add_identify(CLI::App& app);
void add_normal(CLI::App& app, ranks& all);
void add_normal_tables(CLI::App& normal);  // where the lab's libraries are: TALI_HAS_LAB_NORMAL
void add_rejection(CLI::App& app);
void add_rejection_experiment(CLI::App& rejection);
void add_mtgp(CLI::App& app, ranks& all);  // where OpenSSL is: TALI_HAS_LAB_MTGP

/// What 'tali mtgp' offers, for an executable that is nothing else.
void add_mtgp_commands(CLI::App& app, ranks& all);

}  // namespace tali::tool
