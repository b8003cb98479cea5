// SPDX-License-Identifier: Apache-2.0
// run_on_cuda: a block makes chunks in its shared memory and tests them there. Its counts stay there too,
// until the launch ends.
#pragma once

#include <algorithm>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <tali/cuda/fill.hpp>
#include <tali/error.hpp>
#include <tali/filler.hpp>

#include "certify/block_team.cuh"
#include "certify/comparator_cuda.hpp"
#include "certify/make_chunk.cuh"
#include "certify/run_cuda.hpp"
#include "cuda.hpp"

namespace tali::lab::certify {

using tool::check;
using tool::device_array;
using tool::device_of_process;
using tool::use_device;

/// The parts of a block's shared memory, in bytes.
template <class Test>
struct block_memory {
  using element = typename Test::element;
  static constexpr std::size_t table = sizeof(element) == 8 ? sizeof(warp_normal<double>::shared_table) : 0;
  static constexpr std::size_t sums = table + sizeof(element) * Test::chunk;
  static constexpr std::size_t counts = sums + 8 * Test::sums;
  static constexpr std::size_t scratch = counts + 4 * Test::counts;
  static constexpr std::size_t board = scratch + 4 * Test::scratch;
  static constexpr std::size_t all = board + 4 * block_team::warps;
  // The shared memory that a block may have on an A100, the smallest of the GPUs that certify words.
  static_assert(all <= 163 * 1024);
};

template <class Test>
__global__ void __launch_bounds__(block_team::threads)
    look_kernel(const Test test, const chunk_maker maker, const std::uint64_t first,
                const std::uint64_t chunks, unsigned long long* const counts,
                unsigned long long* const sums) {
  using memory = block_memory<Test>;
  using element = typename Test::element;
  extern __shared__ uint4 shared[];
  char* const at = reinterpret_cast<char*>(shared);
  auto* const table = reinterpret_cast<warp_normal<double>::shared_table*>(at);
  auto* const numbers = reinterpret_cast<element*>(at + memory::table);
  auto* const scratch = reinterpret_cast<std::uint32_t*>(at + memory::scratch);
  const block_team team{reinterpret_cast<unsigned*>(at + memory::counts),
                        reinterpret_cast<unsigned long long*>(at + memory::sums),
                        reinterpret_cast<std::uint32_t*>(at + memory::board)};
  for (int i = team.rank(); i < Test::counts; i += team.size()) team.counts[i] = 0;
  for (int i = team.rank(); i < Test::sums; i += team.size()) team.sums[i] = 0;
  if constexpr (memory::table != 0) {
    if (maker.is_normal()) table->load();
  }
  for (std::uint64_t k = blockIdx.x; k < chunks; k += gridDim.x) {
    __syncthreads();  // the last chunk is tested
    make_chunk(maker, (first + k) * Test::chunk, Test::chunk, numbers, table);
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

/// How the numbers are made; the address of stored ones is set later.
inline chunk_maker maker_of(const cuda_numbers& from, bool words) {
  using kind = chunk_maker::kind;
  int engine = -1;
  engines::for_each([&]<class E>(int index, type_list<E>) {
    if (from.sequence.get_if<E>() != nullptr) engine = index;
  });
  static const pcg32 unused;  // placeholder, if the kernels make no words
  const bool is_made = engine >= 0;
  chunk_maker m{kind::stored,
                {is_made ? engine : engines::index_of<pcg32>(), is_made ? from.sequence.get() : &unused}};
  if (!is_made) {  // the tests' kernels cannot make the words
    m.stored_type = stored_type(from.distribution.info().type);
  } else if (words && from.distribution.get_if<bits<std::uint32_t>>() != nullptr) {
    m.source = kind::made_words;
  } else if (const auto* const d = from.distribution.get_if<warp_normal<double>>(); !words && d != nullptr) {
    m.source = kind::made_normal_f64;
    m.normal_f64 = *d;
  } else if (const auto* const f = from.distribution.get_if<warp_normal<float>>(); !words && f != nullptr) {
    m.source = kind::made_normal_f32;
    m.normal_f32 = *f;
  } else {
    m.stored_type = stored_type(from.distribution.info().type);
  }
  return m;
}

/// Writes consecutive pieces of a sequence to device memory. The CPU makes the numbers that CUDA does not
/// support, which are then copied, so that they too are tested on the GPU.
class stored_pieces {
 public:
  stored_pieces(const cuda_numbers& from, std::size_t max_elements)
      : bytes_{from.distribution.element_bytes()}, memory_{device_array<char>(max_elements * bytes_)} {
    if (comparator_on_cuda::makes(from.sequence, from.distribution)) {
      comparator_.emplace(from.sequence, from.distribution);
      return;
    }
    const bool on_device = from.sequence.info().on_cuda;
    filler_.emplace(on_device ? open_filler(cuda{device_of_process()}, from.sequence, from.distribution)
                              : open_filler(cpu{}, from.sequence, from.distribution));
    if (!on_device) host_.resize(max_elements * bytes_);
  }

  [[nodiscard]] const void* memory() const { return memory_.get(); }

  void fill(std::uint64_t first, std::uint64_t n) {
    if (comparator_) return comparator_->fill(first, n, memory_.get());
    filler_->fill(first, host_.empty() ? memory_.get() : host_.data(), n);
    if (host_.empty()) return;
    check(cudaMemcpy(memory_.get(), host_.data(), n * bytes_, cudaMemcpyHostToDevice), "cudaMemcpy");
  }

 private:
  std::size_t bytes_;
  std::shared_ptr<char> memory_;
  std::optional<comparator_on_cuda> comparator_;
  std::optional<tali::filler> filler_;
  std::vector<char> host_;  // used if the CPU makes the numbers
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
  chunk_maker maker = detail::maker_of(from, sizeof(typename Test::element) == 4);
  const bool is_stored = maker.source == chunk_maker::kind::stored;

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

  // A launch is short enough to show progress, and small enough for a block's 32-bit counts: a chunk adds at
  // most 2^14 to one count.
  const std::uint64_t max_numbers =
      is_stored ? std::uint64_t{1} << 26 : max_piece >> (Test::share > 8 ? 4 : 0);
  const std::uint64_t piece_chunks =
      std::min(std::max<std::uint64_t>(max_numbers / Test::chunk, 1), grid << 16);
  std::optional<detail::stored_pieces> stored;
  if (is_stored) {
    stored.emplace(from, std::min(piece_chunks, chunks.n) * Test::chunk);
    maker.stored = stored->memory();
  }

  const auto counts = device_array<unsigned long long>(Test::counts + Test::sums);
  std::vector<std::uint64_t> found(Test::counts + Test::sums);
  tally all = empty_tally<Test>(0);
  for (std::uint64_t done = 0; done < chunks.n; done += piece_chunks) {
    const std::uint64_t n = std::min(piece_chunks, chunks.n - done), first = chunks.first + done;
    if (is_stored) {
      maker.stored_from = first * Test::chunk;
      stored->fill(maker.stored_from, n * Test::chunk);
    }
    check(cudaMemset(counts.get(), 0, found.size() * sizeof(std::uint64_t)), "cudaMemset");
    look_kernel<Test><<<static_cast<unsigned>(std::min(grid, n)), block_team::threads, memory::all>>>(
        on_device, maker, first, n, counts.get(), counts.get() + Test::counts);
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
