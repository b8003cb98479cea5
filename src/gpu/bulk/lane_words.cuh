// SPDX-License-Identifier: Apache-2.0
// Words in shared memory for lanes that make many values each.
#pragma once

#include <cstdint>
#include <cstring>

#include "gpu/words/finish.cuh"

namespace tali::cuda_driver {

/// The layout in shared memory of the words that the lanes of a batch read. The words of a lane are
/// contiguous, followed by padding, so that four words of neighbouring lanes are in different banks.
template <class D>
struct lane_words_layout {
  static_assert(D::lane_words % 4 == 0);
  static constexpr int stride = D::lane_words + 4, size = D::lanes * stride;

  /// The address of word i of a batch.
  __device__ static constexpr int slot_of(int i) { return i / D::lane_words * stride + i % D::lane_words; }

  /// The words of a lane.
  __device__ __forceinline__ static void take(const std::uint32_t* words, unsigned lane,
                                              std::uint32_t (&w)[D::lane_words]) {
#pragma unroll
    for (int k = 0; k < D::lane_words; k += 4) {
      const auto four = *reinterpret_cast<const word_vector<4>*>(words + lane * stride + k);
      memcpy(w + k, &four, sizeof four);
    }
  }
};

}  // namespace tali::cuda_driver
