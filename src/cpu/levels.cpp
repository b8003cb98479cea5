// SPDX-License-Identifier: Apache-2.0
// The SIMD levels of this machine and this build, and their kernels.
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

range_fill fill_of_engine(simd_level level, const engine_info& engine,
                          const distribution_info& distribution) {
  const int number = detail::place<fused_engines>(engine);
  if (number < 0) return nullptr;
  return kernels_of_level<engine_kernels, fused_engines::size>(level, number)[distribution];
}

convert_function conversion(simd_level level, const distribution_info& distribution) {
  const int part = detail::place<catalogue::distributions>(distribution) % conversion_parts;
  return kernels_of_level<conversion_kernels, conversion_parts>(level, part)[distribution];
}

}  // namespace cpu_driver

}  // namespace tali
