// Which SIMD levels this machine and this build have.
#include <tali/device.hpp>

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

std::vector<simd_level> simd_levels() {
  std::vector<simd_level> levels{simd_level::baseline};
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) {
    levels.push_back(simd_level::avx2);
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw")) {
      levels.push_back(simd_level::avx512);
    }
  }
#endif
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
  static const kernel_table baseline = table_of<16>();
#if defined(__x86_64__)
  static const kernel_table avx2 = table_of<32>();
  static const kernel_table avx512 = table_of<64>();
  if (level == simd_level::avx512) return avx512;
  if (level == simd_level::avx2) return avx2;
#else
  (void)level;
#endif
  return baseline;
}

}  // namespace cpu_driver

}  // namespace tali
