// Which SIMD levels this machine and this build have.
#include <tali/device.hpp>

#include "cpu/by_level.hpp"
#include "cpu/kernels.hpp"

namespace tali {

const char* simd_level_name(simd_level level) {
  switch (level) {
    case simd_level::avx512:
      return "avx512";
    case simd_level::avx2:
      return "avx2";
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
#else
  return simd_level::baseline;
#endif
}

std::vector<simd_level> simd_levels() {
  std::vector<simd_level> levels;
  for (const simd_level level : {simd_level::baseline, simd_level::avx2, simd_level::avx512}) {
    if (level <= best_simd_level()) levels.push_back(level);
  }
  return levels;
}

namespace cpu_driver {

namespace {

template <int RegisterBytes>
kernel_table table_of() {
  kernel_table table{};
  add_kernels<RegisterBytes, 0>(table);
  add_kernels<RegisterBytes, 1>(table);
  add_kernels<RegisterBytes, 2>(table);
  add_kernels<RegisterBytes, 3>(table);
  static_assert(shards == 4);
  return table;
}

}  // namespace

const kernel_table& kernels(simd_level level) {
  return by_level(level, []<int RegisterBytes>() { return table_of<RegisterBytes>(); });
}

}  // namespace cpu_driver

}  // namespace tali
