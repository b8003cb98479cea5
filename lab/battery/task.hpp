// SPDX-License-Identifier: Apache-2.0
// A test of a battery as a task for a separate process, and its outcome.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace tali::lab {

/// One p-value of a test. A test may compute several.
struct statistic {
  std::string name;
  double p;
};

struct task {
  std::function<std::vector<statistic>()> run;
  double expected_seconds = 0;  ///< 0: unknown
};

struct outcome {
  enum class kind { finished, out_of_time, died, not_started };
  kind status = kind::not_started;
  std::vector<statistic> statistics;  ///< only for a finished test
  double seconds = 0;
  std::string reason;  ///< why it did not finish
};

}  // namespace tali::lab
