// SPDX-License-Identifier: Apache-2.0
// Copies of host tables in device memory.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <utility>

namespace tali::detail {

/// Copies of tables with the same owner.
struct device_copies {
  std::mutex guard;
  std::map<std::pair<int, int>, std::shared_ptr<void>> by_device;  ///< by device and the table's number
};

}  // namespace tali::detail
