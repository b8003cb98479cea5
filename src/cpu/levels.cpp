// SPDX-License-Identifier: Apache-2.0
// The SIMD levels of this machine and this build.
#include <algorithm>
#include <string>
#include <vector>

#include <tali/detail/processor.hpp>
#include <tali/device.hpp>

#include "cpu/kernels.hpp"
#include "cpu/threads.hpp"

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
  using cpu_driver::widest_register_bytes;
  constexpr simd_level built = widest_register_bytes >= 64   ? simd_level::avx512
                               : widest_register_bytes >= 32 ? simd_level::avx2
                                                             : simd_level::baseline;
  static const simd_level best = std::min(cpu_driver::machine_simd_level(), built);
  return best;
#else
  return cpu_driver::machine_simd_level();
#endif
}

simd_level cpu_driver::machine_simd_level() noexcept {
#if defined(__x86_64__)
  const detail::processor has = detail::this_processor();
  return has.avx512 ? simd_level::avx512 : has.avx2 ? simd_level::avx2 : simd_level::baseline;
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

bool has_level(simd_level level) {
#if defined(__aarch64__)
  return level == simd_level::neon;
#else
  constexpr simd_level lowest = narrowest_register_bytes == 64   ? simd_level::avx512
                                : narrowest_register_bytes == 32 ? simd_level::avx2
                                                                 : simd_level::baseline;
  return level >= lowest && level <= best_simd_level();  // neon comes last
#endif
}

void refuse_level(simd_level level) {
  std::vector<std::string> names;
  for (const simd_level has : simd_levels()) names.emplace_back(simd_level_name(has));
  const bool known = level >= simd_level::baseline && level <= simd_level::neon;
  throw argument_error("SIMD level", known ? simd_level_name(level) : std::to_string(static_cast<int>(level)),
                       names.empty() ? "a machine like the one for which this library was built (TALI_SIMD)"
                                     : "a level of this machine",
                       names);
}

}  // namespace cpu_driver

}  // namespace tali
