// SPDX-License-Identifier: Apache-2.0
// The time that one call takes.
#pragma once

#include <chrono>
#include <functional>

namespace tali::bench {

inline double seconds_of(const std::function<void()>& f) {
  const auto begin = std::chrono::steady_clock::now();
  f();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

}  // namespace tali::bench
