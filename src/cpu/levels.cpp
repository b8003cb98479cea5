// SPDX-License-Identifier: Apache-2.0
// Which SIMD levels this machine and this build have, and their kernels.
#include <array>
#include <utility>

#include <tali/device.hpp>

#include "cpu/by_level.hpp"
#include "cpu/engine_kernels.hpp"
#include "cpu/threads.hpp"
#include "cpu/word_kernels.hpp"

namespace tali {

const char* simd_level_name(simd_level level) {
  switch (level) {
    case simd_level::avx512:
      return "avx512";
    case simd_level::avx2:
      return "avx2";
    case simd_level::neon:
      return "neon";
    default:
      return "baseline";
  }
}

simd_level best_simd_level() noexcept {
#if defined(__x86_64__)
  static const simd_level best = [] {
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma")) return simd_level::baseline;
    const bool wide = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
                      __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw");
    return wide ? simd_level::avx512 : simd_level::avx2;
  }();
  return best;
#elif defined(__aarch64__)
  return simd_level::neon;
#else
  return simd_level::baseline;
#endif
}

std::vector<simd_level> simd_levels() {
  std::vector<simd_level> levels;
  for (const simd_level level :
       {simd_level::baseline, simd_level::avx2, simd_level::avx512, simd_level::neon}) {
    if (cpu_driver::has_level(level)) levels.push_back(level);
  }
  return levels;
}

namespace cpu_driver {

void refuse_level(simd_level level) {
  std::string names;
  for (const simd_level has : simd_levels()) {
    names += (names.empty() ? "" : ", ") + std::string(simd_level_name(has));
  }
  throw argument_error("SIMD level", simd_level_name(level), names + " on this machine");
}

namespace {

template <int RegisterBytes, int... Engine>
constexpr std::array<const engine_kernels*, engines::size> all_engines(
    std::integer_sequence<int, Engine...>) {
  return {&engine_level<RegisterBytes, Engine>::table...};
}

template <int RegisterBytes>
constexpr std::array<const engine_kernels*, engines::size> engine_tables =
    all_engines<RegisterBytes>(std::make_integer_sequence<int, engines::size>{});

}  // namespace

const engine_kernels& kernels_of_engine(simd_level level, int engine) {
  const auto& all = by_level(
      level, []<int R>() -> const auto& { return engine_tables<R>; });
  return *all[static_cast<std::size_t>(engine)];
}

const word_kernels& kernels_of_words(simd_level level) {
  return by_level(
      level, []<int R>() -> const auto& { return word_level<R>::table; });
}

}  // namespace cpu_driver

}  // namespace tali
