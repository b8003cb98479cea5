// SPDX-License-Identifier: Apache-2.0
// The flags that name a sequence, for every command that takes one.
#pragma once

#include <string>
#include <vector>

#include <tali/any.hpp>
#include <tali/fill.hpp>

#include "errors.hpp"
#include "flags.hpp"

namespace tali::tool {

/// Splits the text of --engine into name and options.
/// @throws argument_error unless options are key=value, each key once
engine_text parse_engine(const std::string& text);

/// The engine's largest stream. For an unknown engine, which is reported elsewhere, the largest number of 64
/// bits.
std::uint64_t max_stream_of(const std::string& engine);

/// The library's errors about an engine from --engine, --seed and --stream, with the flags' names.
argument_error on_sequence_flag(const argument_error& e);
io_error on_engine_file(const io_error& e);

/// Identifies the content of the file in an engine's text, as " (content 0123456789abcdef)", for work that is
/// resumed later: the file may have changed. Empty without a file, and for a pipe, which can be read
/// only once.
/// @throws io_error if it cannot be read
std::string engine_content_mark(const std::string& engine);

struct sequence_flags {
  std::string engine = "philox4x32", seed = "0", stream = "0";

  /// Adds --engine, --seed and --stream.
  void add_to(const parser& command);

  /// @throws argument_error that names the flag
  [[nodiscard]] any_engine sequence() const;
};

// The flags that name a distribution: --dist, --dtype and --param.

/// The distribution that --dist and --param name together.
struct named_distribution {
  std::string name;  ///< the name without parameters
  std::vector<std::string>
      parameters;  ///< name=value: those of --param, then those after the colon of --dist

  /// Whether its values have mean 0 and deviation 1, for a normal distribution.
  [[nodiscard]] bool is_standard() const;
};

/// Separates the name in --dist from the parameters after its colon, so that every command treats
/// "gamma:shape=2" like "gamma" with --param shape=2.
/// @throws argument_error, like the functions below
named_distribution take_apart(const std::string& dist, const std::vector<std::string>& given);

/// @param given  "name=value", each name once
arguments parse_parameters(const std::vector<std::string>& given);

/// @param type  empty: the distribution's first
any_distribution parse_distribution(const std::string& name, std::string type, const arguments& parameters);

}  // namespace tali::tool
