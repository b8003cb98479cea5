// SPDX-License-Identifier: Apache-2.0
// Box-Muller's transformation and the sum of twelve uniform numbers on a GPU, which the post on normal-warp
// begins with: a thread makes some bytes of numbers at a time, and stores them or folds them together.
#include <cstdint>

#include <tali/catalogue.hpp>
#include <tali/sequence.hpp>

#include "comparators/box_muller.hpp"
#include "comparators/irwin_hall.hpp"
#include "cuda/gaussian.hpp"
#include "cuda/measure.hpp"

namespace tali::bench {

namespace {

constexpr unsigned block = 256;
constexpr unsigned stores = 8;          ///< a thread, where numbers are stored
constexpr unsigned in_registers = 512;  ///< vectors a thread, where they are not

/// The words of sixteen bytes of D's numbers.
template <class D>
constexpr int words_of_16_bytes = 16 / sizeof(typename D::result_type) / D::outputs* D::words;

/// Bytes that a thread stores at once: eight where the words of sixteen would not stay in registers.
template <class D>
constexpr int store_bytes = words_of_16_bytes<D> > 24 ? 8 : 16;

/// The number of bytes of D's numbers, and of the words that they take.
template <class D>
struct alignas(store_bytes<D>) vector_of {
  using value = typename D::result_type;
  static constexpr int values = store_bytes<D> / sizeof(value);
  static constexpr int words = values / D::outputs * D::words;
  value x[values];

  __device__ explicit vector_of(const std::uint32_t (&w)[words]) {
#pragma unroll
    for (int k = 0; k < values / D::outputs; ++k) {
      std::uint32_t own[D::words];
#pragma unroll
      for (int j = 0; j < D::words; ++j) own[j] = w[k * D::words + j];
      value made[D::outputs];
      D{}(own, made);
#pragma unroll
      for (int j = 0; j < D::outputs; ++j) x[k * D::outputs + j] = made[j];
    }
  }
};

template <class E>
using cursor_of = typename E::template cursor<aligned_scalar>;

/// Neighbouring threads store side by side.
template <class E, class D>
__global__ void __launch_bounds__(block)
    gaussian_kernel(vector_of<D>* to, const E engine, const typename E::stride stride) {
  std::size_t v = std::size_t{blockIdx.x} * block * stores + threadIdx.x;
  cursor_of<E> at(engine, v * vector_of<D>::words, 0);
#pragma unroll 1
  for (unsigned s = 0; s < stores; ++s, v += block) {
    std::uint32_t w[vector_of<D>::words];
    at.take(w);
    to[v] = vector_of<D>(w);
    at.advance(stride);
  }
}

/// Stored only if the numbers' bits come out as they never do.
template <class E, class D>
__global__ void __launch_bounds__(block)
    gaussian_registers_kernel(const E engine, const typename E::stride stride, std::uint64_t* never) {
  const std::size_t t = std::size_t{blockIdx.x} * block + threadIdx.x;
  cursor_of<E> at(engine, t * vector_of<D>::words, 0);
  std::uint64_t folded = 0;
#pragma unroll 1
  for (unsigned s = 0; s < in_registers; ++s) {
    std::uint32_t w[vector_of<D>::words];
    at.take(w);
    const vector_of<D> made(w);
    std::uint64_t bits[2] = {};
    memcpy(bits, made.x, sizeof made.x);
    folded ^= bits[0] ^ (bits[1] << 1);
    at.advance(stride);
  }
  if (folded == 0x5bd1e9955bd1e995u) *never = folded;
}

template <class E, class D>
gaussian_fill fill_of() {
  return {E::name, D::name, type_name<typename D::result_type>(), [](void* to, std::size_t n) {
            constexpr std::size_t a_block = std::size_t{block} * stores * vector_of<D>::values;
            gaussian_kernel<E, D><<<static_cast<unsigned>(n / a_block), block>>>(
                static_cast<vector_of<D>*>(to), E(1, 2),
                typename E::stride(std::uint64_t{block} * vector_of<D>::words));
            require(cudaGetLastError());
          }};
}

template <class E, class D>
register_run run_of() {
  return {E::name, D::name, type_name<typename D::result_type>(), [](unsigned grid, std::uint64_t* never) {
            const std::uint64_t threads = std::uint64_t{grid} * block;
            gaussian_registers_kernel<E, D>
                <<<grid, block>>>(E(1, 2), typename E::stride(threads * vector_of<D>::words), never);
            require(cudaGetLastError());
            return static_cast<double>(threads) * in_registers * vector_of<D>::values;
          }};
}

template <class F>
void for_each_pair(const F& f) {
  const auto of_engine = [&]<class E>(type_list<E>) {
    f(type_list<E>{}, type_list<box_muller<float>>{});
    f(type_list<E>{}, type_list<box_muller<double>>{});
    f(type_list<E>{}, type_list<irwin_hall<float>>{});
    f(type_list<E>{}, type_list<irwin_hall<double>>{});
  };
  of_engine(type_list<philox4x32>{});
  of_engine(type_list<pcg32>{});
}

}  // namespace

std::vector<gaussian_fill> gaussian_fills() {
  std::vector<gaussian_fill> all;
  for_each_pair([&]<class E, class D>(type_list<E>, type_list<D>) { all.push_back(fill_of<E, D>()); });
  return all;
}

std::vector<register_run> gaussian_register_runs() {
  std::vector<register_run> all;
  for_each_pair([&]<class E, class D>(type_list<E>, type_list<D>) { all.push_back(run_of<E, D>()); });
  return all;
}

}  // namespace tali::bench
