// SPDX-License-Identifier: Apache-2.0
// The bits of a word in reverse order.
#pragma once

#include <tali/detail/device.hpp>
#include <tali/detail/standard.hpp>
#include <tali/simd/bits.hpp>

namespace tali::detail {

TALI_FN constexpr std::uint32_t reverse_bits(std::uint32_t x) {
#if defined(TALI_GPU_CODE)
  return detail::gpu::reverse_bits(x);
#else
  x = ((x >> 1) & 0x55555555u) | ((x & 0x55555555u) << 1);
  x = ((x >> 2) & 0x33333333u) | ((x & 0x33333333u) << 2);
  x = ((x >> 4) & 0x0f0f0f0fu) | ((x & 0x0f0f0f0fu) << 4);
  return __builtin_bswap32(x);
#endif
}

TALI_FN constexpr std::uint64_t reverse_bits(std::uint64_t x) {
  return join(reverse_bits(narrow(x >> 32)), reverse_bits(narrow(x)));
}

}  // namespace tali::detail
