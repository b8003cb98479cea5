// SPDX-License-Identifier: Apache-2.0
// Words of the engines of other libraries, made in registers and not stored: what their arithmetic alone
// takes, without jumps to where threads begin.
#include <cstdint>

#include <tali/catalogue.hpp>

#include "cuda/measure.hpp"
#include "cuda/registers.hpp"
#include "gpu/words/segment_generators.cuh"
#include "gpu/words/twister_kernel.cuh"
#include "gpu/words/word_engines_kernel.cuh"
#include "gpu/words/word_source.cuh"

namespace tali::bench {

namespace {

using cuda_driver::words_a_step;

constexpr unsigned block = 256;
constexpr unsigned steps = 2048;

template <int n>
__device__ std::uint32_t folded_words(const std::uint32_t (&w)[n]) {
  std::uint32_t all = 0;
#pragma unroll
  for (int k = 0; k < n; ++k) all ^= w[k];
  return all;
}

/// As word_engine_kernel has it, but that words are stored only if they fold to what they never do.
template <class E>
__global__ void words_kernel(const E engine, const typename E::stride stride, std::uint64_t* never) {
  const std::uint64_t mine = (std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x) * words_a_step<E>;
  auto at = [&] {
    if constexpr (detail::has_near_cursor<E>) {
      return typename E::near_cursor(engine, 0, mine);
    } else {
      return typename E::template cursor<aligned_scalar>(engine, mine, 0);
    }
  }();
  std::uint32_t folded = 0;
#pragma unroll 1
  for (unsigned s = 0; s < steps; ++s) {
    std::uint32_t w[words_a_step<E>];
    at.take(w);
    folded ^= folded_words(w);
    at.advance(stride);
  }
  if (folded == 0x5bd1e995u) *never = folded;
}

/// A generator of segments_kernel. Linear ones begin at states that are near one another, which is as fast.
template <class G>
__global__ void segments_kernel(const typename G::start from, std::uint64_t* never) {
  const std::uint64_t t = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  G g = [&] {
    if constexpr (G::linear_words != 0) {
      std::uint32_t x[G::linear_words];
#pragma unroll
      for (int k = 0; k < G::linear_words; ++k) x[k] = from.word[k][0] ^ narrow(t);
      return G(from, x, t);
    } else {
      return G(from, t);
    }
  }();
  constexpr int together = 8;
  std::uint32_t folded = 0;
#pragma unroll 1
  for (unsigned s = 0; s < steps; ++s) {
    std::uint32_t w[together];
#pragma unroll
    for (int k = 0; k < together; k += G::width) g.step(w + k);
    folded ^= folded_words(w);
  }
  if (folded == 0x5bd1e995u) *never = folded;
}

/// Where twisters begin; any state is as fast as another.
__device__ std::uint64_t twister_start[cuda_driver::twister_layout<std::uint32_t>::n];

/// A block of twister_kernel.
template <class Word>
__global__ void __launch_bounds__(cuda_driver::twister_layout<Word>::threads)
    twister_kernel(std::uint64_t* never) {
  using layout = cuda_driver::twister_layout<Word>;
  alignas(16) __shared__ typename cuda_driver::twister_thread<Word>::windows x;
  cuda_driver::twister_thread<Word> self(reinterpret_cast<const Word*>(twister_start), x);
  Word folded = 0;
#pragma unroll 1
  for (unsigned s = 0; s < steps; s += 2) {
#pragma unroll
    for (int here = 0; here < 2; ++here) {
      const auto others = self.look(here);
      cuda_driver::each_of_window<4>(x[here], cuda_driver::finish_words{},
                                     [&](unsigned, const cuda_driver::word_vector<4>& v) {
                                       folded ^= v.w[0] ^ v.w[1] ^ v.w[2] ^ v.w[3];
                                     });
      self.go_on(here, others);
    }
  }
  if (folded == 0x5bd1e995u) *never = folded;
}

template <class E>
register_run run_of_words() {
  return {E::name, "bits", "u32", [](unsigned grid, std::uint64_t* never) {
            const double all = static_cast<double>(grid) * block * steps * words_a_step<E>;
            words_kernel<E><<<grid, block>>>(
                E(1, 2), typename E::stride(std::uint64_t{grid} * block * words_a_step<E>), never);
            require(cudaGetLastError());
            return all;
          }};
}

template <class G>
register_run run_of_segments() {
  return {G::engine::name, "bits", "u32", [](unsigned grid, std::uint64_t* never) {
            segments_kernel<G><<<grid, block>>>(G::start_of(typename G::engine(1, 2)), never);
            require(cudaGetLastError());
            return static_cast<double>(grid) * block * steps * 8;
          }};
}

template <class Word>
register_run run_of_twister() {
  using layout = cuda_driver::twister_layout<Word>;
  return {mersenne_twister<Word>::name, "bits", "u32", [](unsigned grid, std::uint64_t* never) {
            twister_kernel<Word><<<grid, layout::threads>>>(never);
            require(cudaGetLastError());
            return static_cast<double>(grid) * steps * layout::n * layout::words;
          }};
}

}  // namespace

std::vector<register_run> word_register_runs() {
  std::vector<register_run> all;
  cuda_driver::source_engines::for_each(
      [&]<class E>(int, type_list<E>) { all.push_back(run_of_words<E>()); });
  all.push_back(run_of_segments<cuda_driver::mrg32k3a_segments>());
  all.push_back(run_of_segments<cuda_driver::xorwow_segments>());
  all.push_back(run_of_segments<cuda_driver::xoshiro256pp_segments>());
  all.push_back(run_of_twister<std::uint32_t>());
  all.push_back(run_of_twister<std::uint64_t>());
  return all;
}

}  // namespace tali::bench
