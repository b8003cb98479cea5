// SPDX-License-Identifier: Apache-2.0
// The flags that name a sequence, for every command that takes one.
#pragma once

#include <string>

#include <tali/any.hpp>
#include <tali/fill.hpp>

#include "cli_fwd.hpp"

namespace tali::tool {

struct sequence_flags {
  std::string engine = "philox4x32", seed = "0", stream = "0";

  /// Adds --engine, --seed and --stream.
  void add_to(CLI::App& command);

  /// @throws usage_error that names the flag
  [[nodiscard]] any_engine sequence() const;
};

}  // namespace tali::tool
