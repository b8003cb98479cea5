// SPDX-License-Identifier: Apache-2.0
// Tables of linear engines, for kernels that jump: matrices of steps, and polynomials.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <tali/engine/gf2_polynomial.hpp>

#include "core/device_copies.hpp"

namespace tali::detail {

// Jumps of generators that are linear over GF(2), as matrices, in the order in which the lanes of a warp read
// them. src/gpu/words/segment_launch.hpp multiplies by them.

/// The matrices of 2^0, 2^1, ... 2^63 steps of a generator of W 32-bit words. The bits of word ((k W + o) W +
/// i) 32 + l select the bits of word i of the old state; their sum is bit l of word o of the new state, after
/// 2^k steps.
struct step_matrices {
  std::vector<std::uint32_t> rows;
  mutable device_copies copies;

  /// @param step  step(x) moves the W words at x by one step
  template <class Step>
  step_matrices(int words, Step step) {
    const auto size = static_cast<std::size_t>(words), bits = 32 * size;
    const auto bit = [](const std::uint32_t* x, std::size_t j) { return (x[j / 32] >> (j % 32)) & 1u; };
    // Column j, of W words: the state after the step, if only bit j was set before.
    std::vector<std::uint32_t> columns(bits * size), square;
    for (std::size_t j = 0; j < bits; ++j) {
      columns[j * size + j / 32] = 1u << (j % 32);
      step(&columns[j * size]);
    }
    for (int k = 0; k < 64; ++k) {
      for (std::size_t at = 0; at < size * bits; ++at) {
        const std::size_t out = at / bits * 32 + at % 32, in = at % bits / 32 * 32;
        std::uint32_t row = 0;
        for (std::size_t b = 0; b < 32; ++b) row |= bit(&columns[(in + b) * size], out) << b;
        rows.push_back(row);
      }
      square.assign(bits * size, 0);
      for (std::size_t j = 0; j < bits; ++j) {
        for (std::size_t b = 0; b < bits; ++b) {
          if (bit(&columns[j * size], b) == 0) continue;
          for (std::size_t i = 0; i < size; ++i) square[j * size + i] ^= columns[b * size + i];
        }
      }
      columns.swap(square);
    }
  }
};

/// The matrices of xorwow_curand, of 5 words, and of a lane of xoshiro256pp, of 8: the low and high halves of
/// its four.
template <class E>
const step_matrices& step_matrices_of();

// The polynomials by which a GPU moves mt19937 and mt19937-64 to the segments of a range.

/// Powers of x modulo the characteristic polynomial of the step by one output.
template <class Word>
const detail::gf2_power& twister_powers();

/// x^(S j) for j = 1 ... near, then x^(S (near + 1) j) for j = 1 ... far: at most two of these jumps reach
/// segment number k, of S outputs each. A polynomial has `words` words, with the lowest coefficient first.
struct twister_polynomials {
  static constexpr int near = 31, far = 15, words = 624;
  static constexpr int segments = (near + 1) * (far + 1);

  std::vector<std::uint32_t> coefficients;
  mutable device_copies copies;

  /// The polynomials for S = 2^log2. The first call makes them, in some tenths of a second.
  template <class Word>
  static const twister_polynomials& of(int log2);
};

}  // namespace tali::detail
