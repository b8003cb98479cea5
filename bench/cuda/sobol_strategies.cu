// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>

#include "cuda/kernels.hpp"
#include "cuda/measure.hpp"

namespace tali::bench {

namespace {

enum class strategy { simple, strided, hybrid };

/// Blocks of a dimension: as many as fill the device some times over (solutions 2 to 4), the next power of
/// two, or one, whatever the shape.
enum class blocks { scaled, power_of_two, one };

/// Where shared direction numbers lie: word b * pitch. 1 puts them into 32 banks, so that lanes which read
/// different numbers do not wait for each other; 32 puts them into one, where they do.
template <int pitch>
class shared_numbers {
 public:
  __device__ explicit shared_numbers(const std::uint32_t* all) : all_{all} {}
  __device__ std::uint32_t at(int b) const { return all_[(b & 31) * pitch]; }
  __device__ std::uint32_t number(std::uint32_t n) const {
    std::uint32_t y = 0;
    for (std::uint32_t g = detail::gray_code(n); g != 0; g &= g - 1) y ^= at(detail::lowest_set_bit(g));
    return y;
  }
  __device__ void end_step() const {}

 private:
  const std::uint32_t* all_;
};

/// Direction numbers of a block's dimension in shared memory, behind one barrier (solution 5).
template <int pitch = 1>
class shared_directions : public shared_numbers<pitch> {
 public:
  __device__ explicit shared_directions(const std::uint32_t* v) : shared_numbers<pitch>(load(v)) {}

 private:
  __device__ static const std::uint32_t* load(const std::uint32_t* v) {
    __shared__ std::uint32_t all[32 * pitch];
    if (threadIdx.x < 32) all[threadIdx.x * pitch] = v[threadIdx.x];
    __syncthreads();
    return all;
  }
};

/// The same with numbers in one bank, against which solution 6 is a remedy.
using one_bank_directions = shared_directions<32>;

/// A number by reading all direction numbers, whichever it needs.
template <class Directions>
__device__ std::uint32_t number_by_all(const Directions& directions, std::uint32_t n) {
  const std::uint32_t g = detail::gray_code(n);
  std::uint32_t y = 0;
  for (int b = 0; b < 32; ++b) {
    const std::uint32_t v = directions.at(b);
    if ((g >> b) & 1u) y ^= v;
  }
  return y;
}

/// Solution 6: all lanes read one address at a time, where a number is made too.
class broadcast_directions : public shared_directions<> {
 public:
  using shared_directions<>::shared_directions;
  __device__ std::uint32_t number(std::uint32_t n) const { return number_by_all(*this, n); }
};

/// Solution 8 where there are no shuffles: a copy for every warp, which waits for its own lanes alone.
class warp_directions : public shared_numbers<1> {
 public:
  __device__ explicit warp_directions(const std::uint32_t* v) : shared_numbers<1>(load(v)) {}

 private:
  __device__ static const std::uint32_t* load(const std::uint32_t* v) {
    __shared__ std::uint32_t all[1024];
    all[threadIdx.x] = v[threadIdx.x % 32];
    __syncwarp();
    return all + threadIdx.x / 32 * 32;
  }
};

/// What solution 8 saves: a barrier of the block at every step.
class barrier_directions : public shared_directions<> {
 public:
  using shared_directions<>::shared_directions;
  __device__ void end_step() const { __syncthreads(); }
};

/// Direction numbers in the lanes of each warp, without a barrier (solutions 7 and 8).
class lane_directions {
 public:
  __device__ explicit lane_directions(const std::uint32_t* v) : own_(v[threadIdx.x % 32]) {}
  __device__ std::uint32_t at(int b) const { return __shfl_sync(0xffffffffu, own_, b); }
  __device__ std::uint32_t number(std::uint32_t n) const { return number_by_all(*this, n); }
  __device__ void end_step() const {}

 private:
  std::uint32_t own_;
};

/// One dimension a grid row; a thread makes `per` neighbouring points at a time and stores them at once.
/// @tparam most_registers  with 32, as many threads are resident as there can be
template <strategy S, class Directions, int per, int most_registers>
__global__ void __maxnreg__(most_registers)
    strategy_kernel(const sobol_view<std::uint32_t> s, std::uint32_t* to, std::uint32_t steps) {
  struct alignas(4 * per) words {
    std::uint32_t w[per];
  };
  const std::uint32_t dimension = blockIdx.y;
  const auto points = static_cast<std::uint32_t>(s.set.points);
  const std::uint32_t units = points / per;
  const Directions directions(s.by_dimension + std::uint64_t{dimension} * 32);
  auto* const row = reinterpret_cast<words*>(to + std::uint64_t{dimension} * points);

  std::uint32_t unit = 0, stride = 1;
  const std::uint32_t thread = blockIdx.x * blockDim.x + threadIdx.x;
  if constexpr (S == strategy::simple) unit = thread * steps;
  if constexpr (S == strategy::strided) {
    unit = thread;
    stride = gridDim.x * blockDim.x;
  }
  if constexpr (S == strategy::hybrid) {
    unit = blockIdx.x * blockDim.x * steps + threadIdx.x;
    stride = blockDim.x;
  }
  const int leap = 31 - __clz(static_cast<int>(stride * per));  // a power of two
  std::uint32_t n = unit * per;
  std::uint32_t y = directions.number(n);
  for (std::uint32_t left = steps; left != 0; --left) {
    words x;
    x.w[0] = y;
#pragma unroll
    for (int j = 1; j < per; ++j) {
      x.w[j] = x.w[j - 1] ^ directions.at(detail::lowest_set_bit(n + static_cast<std::uint32_t>(j)));
    }
    if (unit < units) row[unit] = x;
    const std::uint32_t far = directions.at(detail::leap_bit(n, leap));
    y ^= leap == 0 ? far : far ^ directions.at(leap - 1);
    unit += stride;
    n += stride * per;
    directions.end_step();
  }
}

/// Shared memory that a block takes, so that no more blocks are resident than with this many registers per
/// thread.
std::size_t memory_of_registers(int registers, unsigned block) {
  constexpr std::size_t all = 65536, most = 228 << 10, besides = 1536;  // what a block takes anyway
  const std::size_t resident = std::max<std::size_t>(all / (static_cast<unsigned>(registers) * block), 1);
  return most / resident - besides;
}

template <strategy S, class Directions, int per, blocks B, int most_registers, int as_registers>
void launch_strategy(const sobol_view<std::uint32_t>& s, std::uint32_t* to, unsigned block) {
  const std::uint64_t units = s.set.points / per;
  constexpr std::uint64_t wanted = 16384;
  const std::uint64_t most = std::max<std::uint64_t>(units / block, 1);
  std::uint64_t grid =
      B == blocks::one ? 1 : std::bit_floor(std::clamp<std::uint64_t>(wanted / s.set.dimensions, 1, most));
  const auto steps_of = [&] {
    return static_cast<std::uint32_t>((units + grid * block - 1) / (grid * block));
  };
  std::uint32_t steps = steps_of();
  if constexpr (S == strategy::hybrid && B != blocks::one) {
    steps = std::min<std::uint32_t>(steps, 32);
    grid = (units + std::uint64_t{block} * steps - 1) / (std::uint64_t{block} * steps);
    if constexpr (B == blocks::power_of_two) {
      grid = std::bit_ceil(grid);
      steps = steps_of();
    }
  }
  constexpr auto* kernel = &strategy_kernel<S, Directions, per, most_registers>;
  std::size_t memory = 0;
  if constexpr (as_registers != 0) {
    memory = memory_of_registers(as_registers, block);
    require(
        cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(memory)));
  }
  kernel<<<dim3(static_cast<unsigned>(grid), s.set.dimensions), block, memory>>>(s, to, steps);
  require(cudaGetLastError());
}

template <strategy S, class Directions, int per, int most_registers>
int registers_of_strategy() {
  cudaFuncAttributes of{};
  require(cudaFuncGetAttributes(&of, strategy_kernel<S, Directions, per, most_registers>));
  return of.numRegs;
}

template <strategy S, class Directions, int per, blocks B = blocks::scaled, int most_registers = 32,
          int as_registers = 0>
sobol_strategy strategy_of(const char* name) {
  return {name, &launch_strategy<S, Directions, per, B, most_registers, as_registers>,
          &registers_of_strategy<S, Directions, per, most_registers>};
}

}  // namespace

std::vector<sobol_strategy> sobol_strategies() {
  using shared = shared_directions<>;
  using enum strategy;
  return {strategy_of<simple, shared, 1>("simple, shared, 4 bytes"),
          strategy_of<simple, shared, 4>("simple, shared, 16 bytes"),
          strategy_of<strided, shared, 1>("strided, shared, 4 bytes"),
          strategy_of<strided, shared, 4>("strided, shared, 16 bytes"),
          strategy_of<strided, lane_directions, 4>("strided, shuffles, 16 bytes"),
          strategy_of<hybrid, shared, 1>("hybrid, shared, 4 bytes"),
          strategy_of<hybrid, shared, 4>("hybrid, shared, 16 bytes"),
          strategy_of<hybrid, lane_directions, 1>("hybrid, shuffles, 4 bytes"),
          strategy_of<hybrid, lane_directions, 4>("hybrid, shuffles, 16 bytes"),
          strategy_of<simple, one_bank_directions, 1>("simple, one bank, 4 bytes"),
          strategy_of<simple, broadcast_directions, 1>("simple, broadcasts, 4 bytes"),
          strategy_of<hybrid, one_bank_directions, 1>("hybrid, one bank, 4 bytes"),
          strategy_of<hybrid, broadcast_directions, 1>("hybrid, broadcasts, 4 bytes"),
          // words: quoted: the rows' names in records
          strategy_of<hybrid, barrier_directions, 1>("hybrid, a barrier a step, 4 bytes"),
          strategy_of<hybrid, barrier_directions, 4>("hybrid, a barrier a step, 16 bytes"),
          strategy_of<hybrid, warp_directions, 1>("hybrid, a copy a warp, 4 bytes"),
          strategy_of<hybrid, warp_directions, 4>("hybrid, a copy a warp, 16 bytes"),
          strategy_of<hybrid, shared, 4, blocks::one>("hybrid, one block per dimension, 16 bytes"),
          strategy_of<hybrid, shared, 4, blocks::power_of_two>("hybrid, 2^b blocks per dimension, 16 bytes"),
          strategy_of<hybrid, shared, 4, blocks::scaled, 24>("hybrid, fewer registers, 16 bytes"),
          strategy_of<hybrid, shared, 4, blocks::scaled, 255>("hybrid, more registers, 16 bytes"),
          strategy_of<hybrid, shared, 4, blocks::scaled, 32, 64>("hybrid, threads of 64 registers, 16 bytes"),
          strategy_of<hybrid, shared, 4, blocks::scaled, 32, 128>("hybrid, threads of 128, 16 bytes")};
}

}  // namespace tali::bench
