// SPDX-License-Identifier: Apache-2.0
// The inner loops of arithmetic over GF(2): carry-less products of rows of words.
//
// One source (kernels_body.hpp) is compiled for plain C++, for PCLMULQDQ and for VPCLMULQDQ with 512-bit
// registers. The first call selects the kernels for this machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace tali::lab::gf2 {

/// 64 coefficients, the lowest in bit 0.
using word = std::uint64_t;

/// Rows that multiply_add reads have this number of zero words before and after them.
inline constexpr std::size_t padding = 8;

/// Number of words by which one multiply_add multiplies; its rows' length is a multiple of it.
inline constexpr std::size_t block = 8;

struct kernels {
  const char* name;

  /// (low, mid, high)[0, n + block) += a[0, n) * m[0, block). The product of two 128-bit pieces has three
  /// 128-bit parts, one word apart, and each part has a separate row of sums: word i of the result is low[i]
  /// + mid[i - 1] + high[i - 2]. So every access is to a whole register.
  void (*multiply_add)(word* low, word* mid, word* high, const word* a, std::size_t n, const word* m);

  /// r[0, 2n) = a^2. The rows must not overlap.
  void (*square)(word* r, const word* a, std::size_t n);

  /// (x, y) <- (m[0] x + m[1] y, m[2] x + m[3] y) / z^shift for rows of n words, of which n + 1 are stored; 0
  /// <= shift < 64.
  /// @param x,y      room for n + 1 words
  /// @param scratch  4 * (n + 2 * block) words
  void (*transform)(const word (&m)[4], word* x, word* y, std::size_t n, unsigned shift, word* scratch);

  /// r[0, n) += the sum of `count` rows of n words, 32 bits each.
  void (*add32)(std::uint32_t* r, const std::uint32_t* const* rows, std::size_t count, std::size_t n);
  /// The same for 64-bit words.
  void (*add64)(std::uint64_t* r, const std::uint64_t* const* rows, std::size_t count, std::size_t n);
};

/// The fastest kernels that this machine supports.
const kernels& best_kernels();

/// All kernels that this machine supports, the plain ones first; for tests.
std::span<const kernels* const> runnable_kernels();

// Every compiled set of kernels; a machine may support only some.

extern const kernels portable_kernels;
#ifdef TALI_LAB_X86
extern const kernels pclmul_kernels;   // needs PCLMULQDQ
extern const kernels vpclmul_kernels;  // needs VPCLMULQDQ and AVX-512F, DQ, BW, VL
#endif

}  // namespace tali::lab::gf2
