// SPDX-License-Identifier: Apache-2.0
// The flags that name a sequence, for every command that takes one.
#pragma once

#include <string>

#include <tali/any.hpp>
#include <tali/fill.hpp>

#include "cli_fwd.hpp"
#include "errors.hpp"

namespace tali::tool {

/// The text of --engine taken apart.
/// @throws usage_error unless options are key=value, each key once
engine_text parse_engine(const std::string& text);

/// The complaint about a bank whose file= cannot be read.
usage_error unreadable_catalogue(const std::string& engine);

struct sequence_flags {
  std::string engine = "philox4x32", seed = "0", stream = "0";

  /// Adds --engine, --seed and --stream.
  void add_to(CLI::App& command);

  /// @throws usage_error that names the flag
  [[nodiscard]] any_engine sequence() const;
};

}  // namespace tali::tool
