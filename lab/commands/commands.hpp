// SPDX-License-Identifier: Apache-2.0
// The lab's commands: one file each, with a function that adds it to the command line.
#pragma once

#include <memory>
#include <string>

#include "flags.hpp"
#include "ranks.hpp"

namespace tali::lab {
struct given_table;
}

namespace tali::tool {

void add_certify(const parser& app, ranks& all);
void add_identify(const parser& app);
void add_normal(const parser& app, ranks& all);
void add_normal_tables(const parser& normal);  // if the lab's libraries are found: TALI_HAS_LAB_NORMAL
/// The table that --inverse-cdf or --table names, or null; in the same builds.
std::unique_ptr<lab::given_table> given_table_of(bool inverse_cdf, const std::string& file);
void add_rejection(const parser& app);
void add_rejection_experiment(const parser& rejection);
void add_mtgp(const parser& app, ranks& all);

}  // namespace tali::tool
