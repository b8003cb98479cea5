// CUDA thread blocks as threads of the CPU, so that a kernel's logic can be tested without a GPU: barriers,
// shuffles and shared memory mean what they mean there. Slow: for grids of a few warps. Include before the
// kernel's header, in a translation unit of its own.
#pragma once

#include <barrier>
#include <bit>
#include <cstdint>
#include <memory>
#include <thread>
#include <vector>

#if defined(__CUDACC__)
#error "for host compilers"
#endif

namespace tali::test {

struct dimension {
  unsigned x = 0;
};

/// What the threads of the block at work share.
struct emulated_block {
  explicit emulated_block(unsigned threads) : all(threads), lanes(threads) {
    for (unsigned w = 0; w < threads / 32; ++w) warps.push_back(std::make_unique<std::barrier<>>(32));
  }
  std::barrier<> all;
  std::vector<std::unique_ptr<std::barrier<>>> warps;
  std::vector<std::uint32_t> lanes;
};

inline thread_local dimension emulated_thread, emulated_block_index;
inline emulated_block* current_block = nullptr;

/// Runs `kernel` once a thread of every block, the blocks one after the other.
template <class Kernel>
void run_blocks(unsigned blocks, unsigned threads, const Kernel& kernel) {
  for (unsigned b = 0; b < blocks; ++b) {
    emulated_block block(threads);
    current_block = &block;
    std::vector<std::jthread> all;
    for (unsigned t = 0; t < threads; ++t) {
      all.emplace_back([&kernel, &block, b, t] {
        emulated_thread.x = t;
        emulated_block_index.x = b;
        kernel();
        // A thread that is done waits for nobody; the others do not wait for it.
        block.warps[t / 32]->arrive_and_drop();
        block.all.arrive_and_drop();
      });
    }
  }
}

}  // namespace tali::test

#define __global__
#define __device__
#define __shared__ static
#define __forceinline__ inline
#define __launch_bounds__(...)
#define threadIdx ::tali::test::emulated_thread
#define blockIdx ::tali::test::emulated_block_index

inline void __syncthreads() { tali::test::current_block->all.arrive_and_wait(); }
inline void __syncwarp() { tali::test::current_block->warps[threadIdx.x / 32]->arrive_and_wait(); }
inline std::uint32_t __shfl_sync(std::uint32_t, std::uint32_t x, int source, int width) {
  const unsigned first = threadIdx.x / static_cast<unsigned>(width) * static_cast<unsigned>(width);
  tali::test::current_block->lanes[threadIdx.x] = x;
  __syncwarp();
  const std::uint32_t out =
      tali::test::current_block->lanes[first + static_cast<unsigned>(source) % static_cast<unsigned>(width)];
  __syncwarp();
  return out;
}
inline std::uint32_t __float_as_uint(float x) { return std::bit_cast<std::uint32_t>(x); }
inline long long __double_as_longlong(double x) { return std::bit_cast<long long>(x); }
