// Rejection sampling by a group of CUDA lanes: algorithm 3 of Ridley and Forget's paper. Part of rejection.hpp.
#pragma once

#include <cstdint>

#include <tali/rejection.hpp>

namespace tali {

/// Sample j by `group` neighbouring lanes of a warp, which try as many attempts at a time; all get the result. The
/// lanes of a group call it together, with one j.
/// @param group  1, 2, 4, 8, 16 or 32, lanes group * i ... group * i + group - 1; a constant is faster
template <int Rounds, class Attempt>
__device__ auto sample_in_group(const rejection_words<Rounds>& words, std::uint64_t j, const Attempt& attempt,
                                unsigned group, std::uint32_t most = most_attempts) {
  const unsigned lane = threadIdx.x % 32u, first = lane & ~(group - 1u);
  const unsigned mine = (group == 32u ? 0xffffffffu : (1u << group) - 1u) << first;
  for (std::uint32_t k = lane - first;; k += group) {
    std::uint32_t w[Attempt::words];
    words(j, k, w);
    const auto a = attempt(w);
    const unsigned accepted = __ballot_sync(mine, a.accepted && k < most) & mine;
    if (accepted != 0 || k - (lane - first) + group >= most) {
      const int winner = accepted != 0 ? __ffs(static_cast<int>(accepted)) - 1 : static_cast<int>(first);
      return sampled<decltype(a.value)>{__shfl_sync(mine, a.value, winner), accepted != 0};
    }
  }
}

}  // namespace tali
