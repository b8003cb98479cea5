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
/// @throws argument_error unless options are key=value, each key once
engine_text parse_engine(const std::string& text);

/// The engine's greatest stream; for an unknown engine, which is reported elsewhere, that of 64 bits.
std::uint64_t max_stream_of(const std::string& engine);

/// The library's complaints about an engine that --engine, --seed and --stream gave.
argument_error on_sequence_flag(const argument_error& e);
io_error on_engine_file(const io_error& e);

/// What tells the content of the file that an engine's text names from another's, " (content
/// 0123456789abcdef)", for what is resumed later: a file may have changed under its name. Empty without a
/// file, and of a pipe, which can be read once only.
/// @throws io_error if it cannot be read
std::string engine_content_mark(const std::string& engine);

struct sequence_flags {
  std::string engine = "philox4x32", seed = "0", stream = "0";

  /// Adds --engine, --seed and --stream.
  void add_to(const parser& command);

  /// @throws argument_error that names the flag
  [[nodiscard]] any_engine sequence() const;
};

}  // namespace tali::tool
