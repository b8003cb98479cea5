// SPDX-License-Identifier: Apache-2.0
// The subcommands: one file each, with a function that adds it to the command line.
#pragma once

#include <functional>

#include "flags.hpp"
#include "ranks.hpp"

namespace tali::tool {

class host_fill;
struct writing_flags;
struct written_values;

/// write_values, or the same by several processes.
using value_writer = std::function<void(const writing_flags&, host_fill&, const written_values&)>;

void add_bench(const parser& app);
void add_compile(const parser& app);
void add_completion(const parser& app);
void add_demo(const parser& app);
/// @param write  writes the values
void add_gen(const parser& app, ranks& all, const value_writer& write);
void add_info(const parser& app);
void add_man(const parser& app);
void add_sample(const parser& app);
void add_shuffle(const parser& app);
void add_tune(const parser& app);
void add_words(const parser& app);

/// The lab's commands, in programs that have them (lab/commands).
void add_lab(const parser& app, ranks& all);

}  // namespace tali::tool
