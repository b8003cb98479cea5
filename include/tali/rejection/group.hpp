// SPDX-License-Identifier: Apache-2.0
// Rejection sampling by a group of CUDA lanes: algorithm 3 of Ridley and Forget's paper. Part of
// rejection/attempts.hpp.
#pragma once

#include <tali/detail/compiler.hpp>

#if defined(TALI_GPU_COMPILER) || defined(TALI_EMULATED_DEVICE)

#include <tali/detail/device.hpp>
#include <tali/detail/standard.hpp>
#include <tali/rejection/attempts.hpp>

namespace tali {

namespace detail {

/// Returns x of another lane, for any trivially copyable type.
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

/// Makes sample j with a group of neighbouring lanes of a warp. Each lane makes one attempt at a time, and
/// all of them get the result. All groups of a warp continue until every group has a result, so that the
/// warp's lanes do not diverge; rejection/plan.hpp counts these iterations.
///
/// All lanes of a warp must call this together; the lanes of a group pass the same j.
/// @param group  lanes per group: 1, 2, 4, 8, 16 or 32; a compile-time constant is faster. Group i has lanes
/// group * i ... group * i + group - 1
/// @param lanes  mask of the calling lanes, which must form whole groups; by default the whole warp
template <int Rounds, class Attempt>
__device__ auto sample_in_group(const rejection_words<Rounds>& words, std::uint64_t j, const Attempt& attempt,
                                unsigned group, std::uint32_t limit = max_attempts,
                                unsigned lanes = 0xffffffffu) {
  const unsigned lane = threadIdx.x % 32u, first = lane & ~(group - 1u);
  const unsigned group_mask = (group == 32u ? 0xffffffffu : (1u << group) - 1u) << first;
  std::uint32_t w[Attempt::words];
  words(j, lane - first, w);
  auto result = attempt(w);
  unsigned accepted = detail::gpu::ballot(lanes, result.accepted && lane - first < limit) & group_mask;
  for (std::uint32_t k = group; k < limit && detail::gpu::any_of(lanes, accepted == 0); k += group) {
    const std::uint32_t attempt_number = k + (lane - first);
    words(j, attempt_number, w);
    const auto a = attempt(w);
    const unsigned newly_accepted =
        detail::gpu::ballot(lanes, a.accepted && attempt_number < limit) & group_mask;
    if (accepted == 0) {
      result = a;
      accepted = newly_accepted;
    }
  }
  auto value = result.value;
  if (group != 1u) {
    const int winner = accepted != 0 ? detail::gpu::first_set_bit(accepted) - 1 : static_cast<int>(first);
    value = detail::from_lane(lanes, value, winner);
  }
  return detail::sampled<decltype(value)>{value, accepted != 0};
}

}  // namespace tali

#endif
