// SPDX-License-Identifier: Apache-2.0
// The CPU's energy from RAPL (Intel's and AMD's running average power limit) as Linux shows it under
// /sys/class/powercap: https://docs.kernel.org/power/powercap/powercap.html. Each package has a counter of
// microjoules that wraps around; memory (dram) may have one of its own beside it. Since 2020 most systems let
// only root read them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tali::bench {

class rapl {
 public:
  /// Looks for counters once. @param root  the tree, another one in tests
  explicit rapl(const std::string& root = "/sys/class/powercap");

  /// Whether every package's counter can be read; else why_not() says what is missing.
  [[nodiscard]] bool available() const { return why_not_.empty(); }
  [[nodiscard]] const std::string& why_not() const { return why_not_; }
  /// What is counted, as "package-0, dram".
  [[nodiscard]] const std::string& what() const { return what_; }

  /// Joules since the last call, or since this was made; the counters may have wrapped around once. Negative
  /// if a counter could not be read.
  double joules();

 private:
  struct counter {
    std::string path;  ///< of energy_uj
    std::uint64_t range;
    std::uint64_t last;
  };

  std::vector<counter> counters_;
  std::string why_not_, what_;
};

}  // namespace tali::bench
