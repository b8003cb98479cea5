// SPDX-License-Identifier: Apache-2.0
// Jumps of F2-linear generators as matrices, in the order in which the lanes of a GPU's warp read them:
// src/gpu/words/segments_kernel.cuh multiplies by them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/device_copies.hpp"

namespace tali::detail {

/// The matrices of 2^0, 2^1, ... 2^63 steps of a generator of W 32-bit words. Word ((k W + o) W + i) 32 + l
/// has the bits of word i of the old state whose sum is bit l of word o of the new one, after 2^k steps.
struct step_matrices {
  std::vector<std::uint32_t> rows;
  mutable device_copies copies;

  /// @param step  step(x) moves the W words at x by one step
  template <class Step>
  step_matrices(int words, Step step) {
    const auto size = static_cast<std::size_t>(words), bits = 32 * size;
    const auto bit = [](const std::uint32_t* x, std::size_t j) { return (x[j / 32] >> (j % 32)) & 1u; };
    // Column j, of W words, is what becomes of bit j.
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

/// Those of xorwow_curand, of 5 words, and of a lane of xoshiro256pp, of 8: low and high halves of its four.
template <class E>
const step_matrices& step_matrices_of();

}  // namespace tali::detail
