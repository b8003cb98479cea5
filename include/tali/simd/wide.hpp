// SPDX-License-Identifier: Apache-2.0
// 128-bit numbers, for scalars: compilers use the processor's double-length products.
#pragma once

#include <tali/detail/compiler.hpp>
#include <tali/detail/standard.hpp>
#include <tali/simd/bits.hpp>

namespace tali {

namespace detail {

__extension__ using uint128 = unsigned __int128;

}  // namespace detail

/// high 2^64 + low.
TALI_FN constexpr detail::uint128 join(std::uint64_t low, std::uint64_t high) {
  return (static_cast<detail::uint128>(high) << 64) | low;
}

namespace detail {

TALI_FN constexpr std::uint64_t low_half(uint128 x) { return static_cast<std::uint64_t>(x); }
TALI_FN constexpr std::uint64_t high_half(uint128 x) { return static_cast<std::uint64_t>(x >> 64); }

}  // namespace detail

/// The full product a * b.
TALI_FN constexpr detail::wide_product<std::uint64_t> multiply_wide(std::uint64_t a, std::uint64_t b) {
  const detail::uint128 p = static_cast<detail::uint128>(a) * b;
  return {detail::high_half(p), detail::low_half(p)};
}

namespace detail {

TALI_FN constexpr std::uint64_t rotate_left(std::uint64_t x, int n) {
  return (x << (n & 63)) | (x >> (-n & 63));
}

}  // namespace detail

}  // namespace tali
