// SPDX-License-Identifier: Apache-2.0
// The flags that name the sequence under test, or normal numbers from it, and the changes of its words.
#pragma once

#include <optional>
#include <string>

#include <battery/testu01.hpp>

#include "flags.hpp"
#include "transforms.hpp"

namespace tali::tool {

/// As in tali gen, with 32-bit words made on the CPU; or the output of another program.
struct battery_sequence {
  std::string engine = "philox4x32", seed = "0", stream = "0", offset = "0", dist = "bits";
  merging_flags merged;
  std::optional<std::string> command;  ///< a program that writes the words, instead of an engine
  std::string bits;
  bool as_uniform = false, difference = false, reverse = false;

  void add_to(const parser& app);

  /// The flags that name it, always in the same form.
  [[nodiscard]] std::string name() const;

  /// @throws usage_error that names the flag
  [[nodiscard]] lab::word_source words() const;

 private:
  [[nodiscard]] any_distribution distribution() const;
  /// The changes of words from any source.
  [[nodiscard]] std::string changes() const;
  /// @throws usage_error unless the command can be written in flags
  void check_command() const;
};

}  // namespace tali::tool
