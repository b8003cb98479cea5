// SPDX-License-Identifier: Apache-2.0
// run_on_cuda: pieces of the sequence are filled into device memory, and blocks look at chunks in their
// shared memory. What a block counts stays there too, until the launch ends.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include <tali/cuda/fill.hpp>
#include <tali/error.hpp>
#include <tali/filler.hpp>
#include <tali/simd/half.hpp>

#include "certify/run.hpp"
#include "certify/team.hpp"
#include "cuda.hpp"

namespace tali::lab::certify {

// The team of a CUDA block: team.hpp describes a team's functions.

/// Combines the x of all lanes of a warp by f. For the library's functions of 32 bits this is one
/// instruction, if the GPU has it.
template <class T, class F>
__device__ T of_warp(T x, F f) {
  namespace cg = cooperative_groups;
  return cg::reduce(cg::tiled_partition<32>(cg::this_thread_block()), x, f);
}

/// One of the n parts of a block of `block_threads`: contiguous warps.
inline constexpr int block_threads = 256;
template <int n>
struct block_part {
  static constexpr int threads = block_threads / n, warps = threads / 32;
  static_assert(threads % 32 == 0);

  std::uint32_t* board;  // in shared memory, one word per warp of the block

  __device__ static int index() { return static_cast<int>(threadIdx.x) / threads; }
  __device__ static constexpr int parts() { return n; }
  __device__ static int rank() { return static_cast<int>(threadIdx.x) % threads; }
  __device__ static constexpr int size() { return threads; }
  __device__ static void sync() {
    if constexpr (warps == 1) {
      __syncwarp();
    } else {  // barrier 0 is that of the whole block
      asm volatile("bar.sync %0, %1;" ::"r"(1 + index()), "r"(threads) : "memory");
    }
  }
  __device__ std::uint32_t xor_all(std::uint32_t x) const {
    return of_all(x, cooperative_groups::bit_xor<std::uint32_t>());
  }
  __device__ std::uint32_t minimum(std::uint32_t x) const {
    return of_all(x, cooperative_groups::less<std::uint32_t>());
  }

 private:
  template <class F>
  __device__ std::uint32_t of_all(std::uint32_t x, const F& f) const {
    x = of_warp(x, f);
    if constexpr (warps > 1) {
      std::uint32_t* const part_board = board + index() * warps;
      if (rank() % 32 == 0) part_board[rank() / 32] = x;
      sync();
      x = part_board[0];
      for (int w = 1; w < warps; ++w) x = f(x, part_board[w]);
      sync();
    }
    return x;
  }
};

struct block_team {
  static constexpr int threads = block_threads, warps = threads / 32;

  unsigned* counts;          // in shared memory
  unsigned long long* sums;  // in shared memory
  std::uint32_t* board;      // in shared memory, one word per warp

  __device__ static int rank() { return static_cast<int>(threadIdx.x); }
  __device__ static constexpr int size() { return threads; }
  __device__ static void sync() { __syncthreads(); }
  __device__ void count(int cell) const { atomicAdd(&counts[cell], 1u); }
  __device__ void add(int k, std::int64_t v) const {
    v = of_warp(v, cooperative_groups::plus<std::int64_t>());
    if (rank() % 32 == 0) atomicAdd(&sums[k], static_cast<unsigned long long>(v));
  }
  __device__ void add_small(int k, std::int32_t v) const {
    v = of_warp(v, cooperative_groups::plus<std::int32_t>());
    if (rank() % 32 == 0) atomicAdd(&sums[k], static_cast<unsigned long long>(std::int64_t{v}));
  }
  __device__ void add_unshared(int k, std::int64_t v) const { sums[k] += static_cast<unsigned long long>(v); }

  template <int n>
  __device__ block_part<n> part() const {
    return {board};
  }

  __device__ std::uint32_t before(std::uint32_t x, std::uint32_t& total) const {
    std::uint32_t sum = x;  // over this lane and those below
    for (int d = 1; d < 32; d *= 2) {
      const std::uint32_t lower = __shfl_up_sync(0xffffffffu, sum, d);
      if (rank() % 32 >= d) sum += lower;
    }
    if (rank() % 32 == 31) board[rank() / 32] = sum;
    __syncthreads();
    std::uint32_t earlier = 0;
    total = 0;
    for (int w = 0; w < warps; ++w) {
      earlier += w < rank() / 32 ? board[w] : 0u;
      total += board[w];
    }
    __syncthreads();
    return earlier + sum - x;
  }
  /// Batcher's bitonic sort.
  __device__ static void sort(std::uint32_t* x, int n) {
    __syncthreads();
    for (int k = 2; k <= n; k *= 2) {
      for (int j = k / 2; j > 0; j /= 2) {
        for (int pair = rank(); pair < n / 2; pair += threads) {
          const int i = pair / j * 2 * j + pair % j;
          const std::uint32_t a = x[i], b = x[i + j];
          if ((a > b) == ((i & k) == 0)) {
            x[i] = b;
            x[i + j] = a;
          }
        }
        __syncthreads();
      }
    }
  }
};

using tool::check;
using tool::device_array;
using tool::device_of_process;
using tool::use_device;

/// The parts of a block's shared memory, in bytes.
template <class Test>
struct block_memory {
  using element = typename Test::element;
  static constexpr std::size_t sums = sizeof(element) * Test::chunk;
  static constexpr std::size_t counts = sums + 8 * Test::sums;
  static constexpr std::size_t scratch = counts + 4 * Test::counts;
  static constexpr std::size_t board = scratch + 4 * Test::scratch;
  static constexpr std::size_t all = board + 4 * block_team::warps;
  // The shared memory that a block may have on an A100, the smallest of the GPUs that certify words.
  static_assert(all <= 163 * 1024);
};

template <class Test>
__global__ void __launch_bounds__(block_team::threads)
    look_kernel(const Test test, const typename Test::element* const from, const std::uint64_t chunks,
                unsigned long long* const counts, unsigned long long* const sums) {
  using memory = block_memory<Test>;
  using element = typename Test::element;
  extern __shared__ uint4 shared[];
  char* const at = reinterpret_cast<char*>(shared);
  auto* const numbers = reinterpret_cast<element*>(at);
  auto* const scratch = reinterpret_cast<std::uint32_t*>(at + memory::scratch);
  const block_team team{reinterpret_cast<unsigned*>(at + memory::counts),
                        reinterpret_cast<unsigned long long*>(at + memory::sums),
                        reinterpret_cast<std::uint32_t*>(at + memory::board)};
  for (int i = team.rank(); i < Test::counts; i += team.size()) team.counts[i] = 0;
  for (int i = team.rank(); i < Test::sums; i += team.size()) team.sums[i] = 0;
  for (std::uint64_t k = blockIdx.x; k < chunks; k += gridDim.x) {
    __syncthreads();  // the last chunk has been looked at
    for (int i = team.rank(); i < Test::chunk; i += team.size()) numbers[i] = from[k * Test::chunk + i];
    __syncthreads();
    test.look(team, numbers, scratch);
  }
  __syncthreads();
  for (int i = team.rank(); i < Test::counts; i += team.size()) {
    if (team.counts[i] != 0) atomicAdd(&counts[i], static_cast<unsigned long long>(team.counts[i]));
  }
  for (int i = team.rank(); i < Test::sums; i += team.size()) {
    if (team.sums[i] != 0) atomicAdd(&sums[i], team.sums[i]);
  }
}

namespace detail {

template <class T, class Element>
__global__ void convert_kernel(const T* const from, const std::uint64_t n, Element* const to) {
  const std::uint64_t step = std::uint64_t{gridDim.x} * blockDim.x;
  for (std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += step)
    to[i] = static_cast<Element>(from[i]);
}

/// Fills pieces of a sequence that follow one another into device memory, as Elements. What CUDA does not
/// make is filled by the CPU and copied, so that it too is judged there.
template <class Element>
class device_pieces {
 public:
  device_pieces(const cuda_numbers& from, std::size_t most)
      : type_{from.distribution.info().type},
        bytes_{from.distribution.element_bytes()},
        raw_{device_array<char>(most * bytes_)},
        numbers_{device_array<Element>(most)} {
    const bool on_device = from.sequence.info().on_cuda;
    filler_ = std::make_unique<tali::filler>(
        on_device ? open_filler(cuda{device_of_process()}, from.sequence, from.distribution)
                  : open_filler(cpu{}, from.sequence, from.distribution));
    if (!on_device) host_.resize(most * bytes_);
  }

  const Element* fill(std::uint64_t first, std::uint64_t n) {
    filler_->fill(first, host_.empty() ? raw_.get() : host_.data(), n);
    if (!host_.empty())
      check(cudaMemcpy(raw_.get(), host_.data(), n * bytes_, cudaMemcpyHostToDevice), "cudaMemcpy");
    bool known = false;
    tali::detail::type_list<std::uint8_t, std::uint32_t, std::uint64_t, std::int32_t, std::int64_t, float,
                            double, bfloat16, float16>::for_each([&]<class T>(int,
                                                                              tali::detail::type_list<T>) {
      if (type_ != type_name<T>()) return;
      known = true;
      convert_kernel<<<1024, 256>>>(reinterpret_cast<const T*>(raw_.get()), n, numbers_.get());
    });
    if (!known) throw error("type " + std::string(type_) + " has no conversion to what the tests take");
    check(cudaGetLastError(), "launch of a conversion");
    return numbers_.get();
  }

 private:
  std::string_view type_;
  std::size_t bytes_;
  std::shared_ptr<char> raw_;
  std::shared_ptr<Element> numbers_;
  std::unique_ptr<tali::filler> filler_;
  std::vector<char> host_;  // where the CPU makes the numbers
};

}  // namespace detail

template <class Test>
tally run_on_cuda(const Test& test, const cuda_numbers& from, const chunk_range& chunks,
                  const progress_report& tell) {
  using memory = block_memory<Test>;
  use_device(device_of_process());
  (void)cudaGetLastError();  // clears an error that an earlier stage has reported

  Test on_device = test;
  const auto table = device_array<double>(static_cast<std::size_t>(test.table_size()));
  if (test.table_size() != 0) {
    check(cudaMemcpy(table.get(), test.table(), sizeof(double) * static_cast<std::size_t>(test.table_size()),
                     cudaMemcpyHostToDevice),
          "cudaMemcpy");
    on_device.move_table(table.get());
  }
  check(cudaFuncSetAttribute(look_kernel<Test>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                             static_cast<int>(memory::all)),
        "cudaFuncSetAttribute (shared memory of a block)");
  int multiprocessors = 0, blocks = 0;
  check(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0),
        "cudaDeviceGetAttribute");
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, look_kernel<Test>, block_team::threads,
                                                      memory::all),
        "cudaOccupancyMaxActiveBlocksPerMultiprocessor");
  const auto grid = static_cast<std::uint64_t>(multiprocessors * std::max(blocks, 1));

  // 512 MiB of words; a block's 32-bit counts hold its share, since a chunk adds at most 2^14 to one.
  const std::uint64_t at_once = std::min(chunks.n, std::max<std::uint64_t>((1 << 27) / Test::chunk, 1));
  detail::device_pieces<typename Test::element> pieces(from, at_once * Test::chunk);
  const auto counts = device_array<unsigned long long>(Test::counts + Test::sums);
  std::vector<std::uint64_t> found(Test::counts + Test::sums);
  tally all = empty_tally<Test>(0);
  for (std::uint64_t done = 0; done < chunks.n; done += at_once) {
    const std::uint64_t n = std::min(at_once, chunks.n - done), first = chunks.first + done;
    const auto* const numbers = pieces.fill(first * Test::chunk, n * Test::chunk);
    check(cudaMemset(counts.get(), 0, found.size() * sizeof(std::uint64_t)), "cudaMemset");
    look_kernel<Test><<<static_cast<unsigned>(std::min(grid, n)), block_team::threads, memory::all>>>(
        on_device, numbers, n, counts.get(), counts.get() + Test::counts);
    check(cudaGetLastError(), "launch of a test's kernel");
    check(cudaDeviceSynchronize(), "a test's kernel");
    check(
        cudaMemcpy(found.data(), counts.get(), found.size() * sizeof(std::uint64_t), cudaMemcpyDeviceToHost),
        "cudaMemcpy");
    const auto sums = found.begin() + Test::counts;
    gather<Test>(all, {n, {found.begin(), sums}, {sums, found.end()}});
    if (tell) tell(n * Test::chunk);
  }
  return all;
}

}  // namespace tali::lab::certify

#define TALI_RUN_ON_CUDA(...)                                                             \
  template tally run_on_cuda(const __VA_ARGS__&, const cuda_numbers&, const chunk_range&, \
                             const progress_report&);
