// SPDX-License-Identifier: Apache-2.0
// A digest of a range of a sequence: a sum over elements, so that the digests of pieces, of any size and from
// any device, add up to the digest of the whole in any order.
#pragma once

#include <tali/detail/compiler.hpp>
#include <tali/detail/standard.hpp>

namespace tali {

namespace detail {

/// One element's part of a digest: its index and its bits, mixed. The mixer is the finalizer of
/// MurmurHash3 (A. Appleby), a bijection of 64 bits in which every input bit reaches every output bit.
TALI_FN constexpr std::uint64_t digest_term(std::uint64_t index, std::uint64_t bits) {
  std::uint64_t x = bits ^ (index * 0x9e3779b97f4a7c15u + 0x632be59bd9b4e019u);
  x = (x ^ (x >> 33)) * 0xff51afd7ed558ccdu;
  x = (x ^ (x >> 33)) * 0xc4ceb9fe1a85ec53u;
  return x ^ (x >> 33);
}

}  // namespace detail

#if !defined(__CUDACC_RTC__)
/// The digest of n elements from `first` on in host memory: the sum of their terms modulo 2^64. Not
/// cryptographic: it detects mistakes, not forgery.
template <class T>
std::uint64_t digest(std::uint64_t first, const T* elements, std::size_t n) {
  static_assert(sizeof(T) <= 8);
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < n; ++i) {
    std::uint64_t bits = 0;
    __builtin_memcpy(&bits, &elements[i], sizeof(T));
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    bits >>= 64 - 8 * sizeof(T);  // the bytes are at the upper end
#endif
    sum += detail::digest_term(first + i, bits);
  }
  return sum;
}

/// The same for elements of 1, 2, 4 or 8 bytes.
std::uint64_t digest(std::uint64_t first, const void* elements, std::size_t n, std::size_t bytes);
#endif

}  // namespace tali
