// SPDX-License-Identifier: Apache-2.0
// The flags that name a distribution: --dist, --dtype and --param.
#pragma once

#include <string>
#include <vector>

#include <tali/any.hpp>
#include <tali/fill.hpp>

namespace tali::tool {

/// @param given  "name=value", each name once
/// @throws usage_error, as the other
arguments parse_parameters(const std::vector<std::string>& given);

/// @param type  empty: the distribution's first
any_distribution parse_distribution(const std::string& name, std::string type, const arguments& parameters);

}  // namespace tali::tool
