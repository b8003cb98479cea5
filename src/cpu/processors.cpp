// SPDX-License-Identifier: Apache-2.0
#include "cpu/processors.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <thread>

#include "cpu/system.hpp"

namespace tali::cpu_driver {

namespace {

/// The number at the beginning of an OpenMP variable, or `otherwise`.
int number_in(const char* variable, int otherwise) noexcept {
  const char* text = std::getenv(variable);
  if (text == nullptr) return otherwise;
  while (*text == ' ') ++text;
  int number = 0;
  const auto [end, error] = std::from_chars(text, text + std::strlen(text), number);
  return error == std::errc() && number > 0 ? number : otherwise;
}

int count_processors() noexcept {
  if (const int bound = bound_processors(); bound > 0) return bound;
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

}  // namespace

int processors() noexcept {
  static const int number = count_processors();
  return number;
}

int default_threads() noexcept {
  if (const auto most = openmp_runtime().max_threads) return std::clamp(most(), 1, max_threads);
  static const int number = std::clamp(number_in("OMP_NUM_THREADS", processors()), 1, max_threads);
  return number;
}

int allowed_threads() noexcept {
  const openmp has = openmp_runtime();
  if (has.active_level != nullptr && has.max_active_levels != nullptr &&
      has.active_level() >= has.max_active_levels()) {
    return 1;
  }
  if (has.thread_limit != nullptr) return has.thread_limit();
  static const int number = number_in("OMP_THREAD_LIMIT", std::numeric_limits<int>::max());
  return number;
}

}  // namespace tali::cpu_driver
