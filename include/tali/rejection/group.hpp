// SPDX-License-Identifier: Apache-2.0
// Rejection sampling by a group of CUDA lanes: algorithm 3 of Ridley and Forget's paper. Part of
// rejection/attempts.hpp.
#pragma once

#if defined(__CUDACC__) || defined(TALI_EMULATED_DEVICE)

#include <tali/detail/device.hpp>
#include <tali/detail/standard.hpp>
#include <tali/rejection/attempts.hpp>

namespace tali {

namespace detail {

/// x of another lane, whatever type it has.
template <class T>
__device__ __forceinline__ T from_lane(unsigned lanes, const T& x, int lane) {
  static_assert(std::is_trivially_copyable_v<T>, "a proposal's value goes from lane to lane as bits");
  if constexpr (std::is_arithmetic_v<T>) {
    return gpu::shuffle(lanes, x, lane);
  } else {
    constexpr int words = static_cast<int>((sizeof(T) + 3) / 4);
    std::uint32_t w[words] = {};
    memcpy(w, &x, sizeof x);
    for (int i = 0; i < words; ++i) w[i] = gpu::shuffle(lanes, w[i], lane);
    T out;
    memcpy(&out, w, sizeof out);
    return out;
  }
}

}  // namespace detail

/// Sample j by `group` neighbouring lanes of a warp, which try that many attempts at a time; all get the
/// result. The groups of a warp continue until all have a result, which is what the law counts
/// (rejection/plan.hpp), and what keeps the warp's lanes together.
///
/// All lanes of a warp call it together, those of a group with the same j.
/// @param group  1, 2, 4, 8, 16 or 32, lanes group * i ... group * i + group - 1; a constant is faster
/// @param lanes  the lanes that call it, whole groups, if not the whole warp does
template <int Rounds, class Attempt>
__device__ auto sample_in_group(const rejection_words<Rounds>& words, std::uint64_t j, const Attempt& attempt,
                                unsigned group, std::uint32_t most = max_attempts,
                                unsigned lanes = 0xffffffffu) {
  const unsigned lane = threadIdx.x % 32u, first = lane & ~(group - 1u);
  const unsigned mine = (group == 32u ? 0xffffffffu : (1u << group) - 1u) << first;
  std::uint32_t w[Attempt::words];
  words(j, lane - first, w);
  auto own = attempt(w);
  unsigned accepted = detail::gpu::ballot(lanes, own.accepted && lane - first < most) & mine;
  for (std::uint32_t k = group; k < most && detail::gpu::any_of(lanes, accepted == 0); k += group) {
    const std::uint32_t mine_k = k + (lane - first);
    words(j, mine_k, w);
    const auto a = attempt(w);
    const unsigned now = detail::gpu::ballot(lanes, a.accepted && mine_k < most) & mine;
    if (accepted == 0) {
      own = a;
      accepted = now;
    }
  }
  auto value = own.value;
  if (group != 1u) {
    const int winner = accepted != 0 ? detail::gpu::first_set_bit(accepted) - 1 : static_cast<int>(first);
    value = detail::from_lane(lanes, value, winner);
  }
  return sampled<decltype(value)>{value, accepted != 0};
}

}  // namespace tali

#endif
