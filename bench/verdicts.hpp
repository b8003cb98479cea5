// SPDX-License-Identifier: Apache-2.0
// What bench/verdicts.csv says of the statistical tests of an engine, as the MTGP paper's table 2 has it.
#pragma once

#include <istream>
#include <string>

namespace tali::bench {

/// The engine's verdict, marked where it is a publication's and was not found by tests of this repository;
/// "no verdict recorded" where the file has none.
inline std::string recorded_verdict(std::istream& csv, const std::string& engine) {
  for (std::string line; std::getline(csv, line);) {
    if (line.rfind(engine + ",", 0) != 0) continue;
    const std::size_t begin = engine.size() + 1;
    const std::string verdict = line.substr(begin, line.find(',', begin) - begin);
    const bool is_ours = line.find("evidence/", begin) != std::string::npos;
    return is_ours ? verdict : verdict + " (published; not run here)";
  }
  return "no verdict recorded";
}

}  // namespace tali::bench
