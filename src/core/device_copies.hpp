// SPDX-License-Identifier: Apache-2.0
// Copies of host tables in other memories.
#pragma once

#include <map>
#include <memory>
#include <mutex>

namespace tali::detail {

/// Copies of a table in other memories, which their drivers look up by a number of their own.
struct device_copies {
  std::mutex guard;
  std::map<int, std::shared_ptr<void>> by_key;
};

}  // namespace tali::detail
