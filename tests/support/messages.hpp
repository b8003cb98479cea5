// SPDX-License-Identifier: Apache-2.0
// The calls and messages of a section of tests/data/messages.txt.
#pragma once

#include <fstream>
#include <string>
#include <utility>
#include <vector>

namespace tali::test {

inline std::vector<std::pair<std::string, std::string>> messages_of(const std::string& section) {
  std::ifstream file(std::string(TALI_TEST_DATA) + "/messages.txt");
  std::vector<std::pair<std::string, std::string>> all;
  bool inside = false;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('[')) {
      inside = line == "[" + section + "]";
    } else if (inside && line.starts_with("  ")) {
      all.back().second = line.substr(2);
    } else if (inside && !line.empty()) {
      all.emplace_back(line, "");
    }
  }
  return all;
}

/// Whether a message is the one of the list, or begins as one does that ends in "...".
inline bool is_message(const std::string& said, const std::string& listed) {
  if (!listed.ends_with("...")) return said == listed;
  return said.starts_with(listed.substr(0, listed.size() - 3));
}

}  // namespace tali::test
