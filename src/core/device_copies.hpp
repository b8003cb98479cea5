// SPDX-License-Identifier: Apache-2.0
// Copies of host tables in other memories.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <utility>

namespace tali::detail {

/// Copies of tables that share an owner.
struct device_copies {
  std::mutex guard;
  std::map<std::pair<int, int>, std::shared_ptr<void>> by_device;  ///< by device and the table's number
};

}  // namespace tali::detail
