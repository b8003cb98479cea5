// SPDX-License-Identifier: Apache-2.0
// The flags that name a distribution: --dist, --dtype and --param.
#pragma once

#include <string>
#include <vector>

#include <tali/any.hpp>
#include <tali/fill.hpp>

namespace tali::tool {

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
