// SPDX-License-Identifier: Apache-2.0
// What the parser knows, as data: the one source of completions and of the manual.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "flags.hpp"

namespace tali::tool {

/// A command with its options and its own commands: {name, summary, footer, options, commands}. An option is
/// {names, value, choices, summary, default, group, required}: `value` is what its value is called, empty of
/// a flag; names are empty of an argument without a flag.
nlohmann::ordered_json describe(const CLI::App& command);

}  // namespace tali::tool
