// SPDX-License-Identifier: Apache-2.0
// A processor's name as part of a file name.
#pragma once

#include <cctype>
#include <string>
#include <string_view>

namespace tali::cost {

/// Letters and digits of a name, in lower case, with one dash for other characters between them: "Intel(R)
/// Xeon(R) 8480+" gives "intel-r-xeon-r-8480".
inline std::string file_name_of(std::string_view processor) {
  std::string name;
  for (const char c : processor) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) != 0) {
      name += static_cast<char>(std::tolower(byte));
    } else if (!name.empty() && name.back() != '-') {
      name += '-';
    }
  }
  if (name.ends_with('-')) name.pop_back();
  return name;
}

}  // namespace tali::cost
