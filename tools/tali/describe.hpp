// SPDX-License-Identifier: Apache-2.0
// The parser's description as data: the only source of the completions and the manual.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "flags.hpp"

namespace tali::tool {

/// A command with its options and subcommands: {name, summary, footer, options, commands}. An option is
/// {names, value, choices, summary, default, group, required}. `value` is the name of its value, empty for a
/// flag without one; `names` is empty for an argument without a flag.
nlohmann::ordered_json describe(const CLI::App& command);

}  // namespace tali::tool
