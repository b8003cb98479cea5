// A driver's table of kernels for a SIMD level, made when it is first asked for.
#pragma once

#include <tali/device.hpp>

namespace tali::cpu_driver {

/// @param level  one that this build has
/// @param make   make.template operator()<RegisterBytes>() is a level's table; a type of its own for each
/// driver
template <class Make>
const auto& by_level(simd_level level, Make make) {
  static const auto baseline = make.template operator()<16>();
#if defined(__x86_64__)
  static const auto avx2 = make.template operator()<32>();
  static const auto avx512 = make.template operator()<64>();
  if (level == simd_level::avx512) return avx512;
  if (level == simd_level::avx2) return avx2;
#else
  (void)level;
#endif
  return baseline;
}

}  // namespace tali::cpu_driver
