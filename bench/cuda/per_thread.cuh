// SPDX-License-Identifier: Apache-2.0
// A kernel for the comparators that keep a state per thread or warp.
#pragma once

#include <cstdint>

#include <tali/engine/mt607_per_thread.hpp>
#include <tali/engine/per_thread_generators.hpp>

namespace tali::bench {

/// Steps after which a generator that shifts its words has them back in the same registers.
template <class G>
constexpr int unrolled_steps = 1;
template <>
inline constexpr int unrolled_steps<detail::mt607_generator> = detail::mt607_generator::period_of_registers;

/// n outputs of the sequence in which thread t's generator makes every T-th output. T = all threads; states
/// move on.
template <class G, class D>
__global__ void per_thread_kernel(G* states, const D distribution, typename D::result_type* to,
                                  std::uint64_t n) {
  static_assert(G::width == 1 && D::words == 1);
  const std::uint64_t all = std::uint64_t{gridDim.x} * blockDim.x;
  const std::uint64_t t = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  G g = states[t];
  constexpr int unrolled = unrolled_steps<G>;
#pragma unroll unrolled
  for (std::uint64_t i = t; i < n; i += all) {
    std::uint32_t w[1];
    g.step(w);
    to[i] = distribution(w);
  }
  states[t] = g;
}

/// The same where every warp has a generator; n is a multiple of 32.
template <class D>
__global__ void warp_standard_kernel(detail::warp_standard_generator* states, const D distribution,
                                     typename D::result_type* to, std::uint64_t n) {
  const std::uint64_t all = std::uint64_t{gridDim.x} * blockDim.x;
  const std::uint64_t t = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const int lane = static_cast<int>(threadIdx.x % 32);
  const int first = detail::warp_standard_generator::first(lane),
            second = detail::warp_standard_generator::second(lane);
  const int right = detail::warp_standard_generator::right(lane);
  std::uint32_t x = states[t / 32].x[lane];
  for (std::uint64_t i = t; i < n; i += all) {
    const std::uint32_t a = __shfl_sync(0xffffffffu, x, first), b = __shfl_sync(0xffffffffu, x, second);
    x = (a << 2) ^ (b >> right);
    const std::uint32_t w[1] = {a + b};
    to[i] = distribution(w);
  }
  states[t / 32].x[lane] = x;
}

}  // namespace tali::bench
