// SPDX-License-Identifier: Apache-2.0
// The flags that name a sequence, for every command that takes one.
#pragma once

#include <string>

#include <tali/any.hpp>
#include <tali/fill.hpp>

#include "errors.hpp"
#include "flags.hpp"

namespace tali::tool {

/// The text of --engine taken apart.
/// @throws usage_error unless options are key=value, each key once
engine_text parse_engine(const std::string& text);

/// The engine's greatest stream; of an engine that there is not, of which others complain, that of 64 bits.
std::uint64_t most_stream_of(const std::string& engine);

/// The complaint about a bank whose file= cannot be read.
usage_error unreadable_catalogue(const std::string& engine);

/// What tells a file's content from another's, " (content 0123456789abcdef)", for what is gone on with later:
/// a file may have changed under its name. Empty without a name, and of a pipe, which can be read once only.
/// @throws usage_error if it cannot be read
std::string content_mark(const char* flag, const std::string& file);

/// The same of the file that an engine's text names.
std::string engine_content_mark(const std::string& engine);

struct sequence_flags {
  std::string engine = "philox4x32", seed = "0", stream = "0";

  /// Adds --engine, --seed and --stream.
  void add_to(const parser& command);

  /// @throws usage_error that names the flag
  [[nodiscard]] any_engine sequence() const;
};

}  // namespace tali::tool
