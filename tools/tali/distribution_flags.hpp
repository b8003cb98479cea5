// SPDX-License-Identifier: Apache-2.0
// The flags that name a distribution: --dist, --dtype and --param.
#pragma once

#include <string>
#include <vector>

#include <tali/any.hpp>
#include <tali/fill.hpp>

namespace tali::tool {

/// What --dist and --param name together.
struct named_distribution {
  std::string name;  ///< nothing stands behind it
  std::vector<std::string>
      parameters;  ///< name=value: those of --param, then those behind the colon of --dist

  /// Whether it gives numbers of mean 0 and deviation 1, if it is one of those called normal.
  [[nodiscard]] bool is_standard() const;
};

/// Takes the parameters behind the colon of --dist off its name, so that "gamma:shape=2" is in every command
/// what "gamma" with --param shape=2 is.
/// @throws argument_error, as all that follow
named_distribution take_apart(const std::string& dist, const std::vector<std::string>& given);

/// @param given  "name=value", each name once
arguments parse_parameters(const std::vector<std::string>& given);

/// @param type  empty: the distribution's first
any_distribution parse_distribution(const std::string& name, std::string type, const arguments& parameters);

}  // namespace tali::tool
