// SPDX-License-Identifier: Apache-2.0
#include "cpu/processors.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <thread>

#if defined(__linux__)
#include <sched.h>
#endif

#if defined(__ELF__)
// Null if the program has no OpenMP runtime; tali then reads OpenMP's variables itself.
extern "C" {
[[gnu::weak]] int omp_get_max_threads();
[[gnu::weak]] int omp_get_active_level();
[[gnu::weak]] int omp_get_max_active_levels();
[[gnu::weak]] int omp_get_thread_limit();
}
#endif

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
#if defined(__linux__)
  for (int capacity = 1024; capacity <= 1 << 20;
       capacity *= 4) {  // the system refuses a set that is too small
    cpu_set_t* const set = CPU_ALLOC(capacity);
    if (set == nullptr) break;
    const std::size_t bytes = CPU_ALLOC_SIZE(capacity);
    const int found = sched_getaffinity(0, bytes, set) == 0 ? CPU_COUNT_S(bytes, set) : 0;
    CPU_FREE(set);
    if (found > 0) return found;
  }
#endif
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

}  // namespace

int processors() noexcept {
  static const int number = count_processors();
  return number;
}

int default_threads() noexcept {
#if defined(__ELF__)
  if (omp_get_max_threads != nullptr) return std::clamp(omp_get_max_threads(), 1, max_threads);
#endif
  static const int number = std::clamp(number_in("OMP_NUM_THREADS", processors()), 1, max_threads);
  return number;
}

int allowed_threads() noexcept {
#if defined(__ELF__)
  if (omp_get_active_level != nullptr && omp_get_max_active_levels != nullptr &&
      omp_get_active_level() >= omp_get_max_active_levels()) {
    return 1;
  }
  if (omp_get_thread_limit != nullptr) return omp_get_thread_limit();
#endif
  static const int number = number_in("OMP_THREAD_LIMIT", std::numeric_limits<int>::max());
  return number;
}

}  // namespace tali::cpu_driver
