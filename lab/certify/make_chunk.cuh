// SPDX-License-Identifier: Apache-2.0
// A block makes a chunk in its shared memory. Engine and distribution are selected once per chunk, not
// compiled into every test: a chunk is thousands of numbers, and each test is a kernel.
#pragma once

#include <cstdint>

#include <tali/catalogue.hpp>

#include "certify/block_team.cuh"
#include "certify/chunk_source.hpp"

namespace tali::lab::certify {

/// The source of the numbers, as a kernel's argument.
struct chunk_maker {
  enum class kind { made_words, made_normal_f64, made_normal_f32, stored };

  kind source;
  any_engine_of<engines> engine;
  warp_normal<double> normal_f64{};
  warp_normal<float> normal_f32{};
  int stored_type = 0;            // of stored_types
  const void* stored = nullptr;   // in device memory
  std::uint64_t stored_from = 0;  // the index of its first element

  [[nodiscard]] __device__ bool is_normal() const {
    return source == kind::made_normal_f64 || source == kind::made_normal_f32;
  }
};

template <class E>
__device__ void make_words(const E& engine, std::uint64_t first, int n, std::uint32_t* to) {
  // Four contiguous words per thread.
  const int rank = block_team::rank();
  typename E::template cursor<scalar> at(engine, first + 4 * static_cast<std::uint64_t>(rank), 0);
  const typename E::stride stride(4 * block_team::threads);
  for (int i = 4 * rank; i < n; i += 4 * block_team::threads) {
    std::uint32_t w[4];
    at.take(w);
    for (int k = 0; k < 4; ++k) to[i + k] = w[k];
    at.advance(stride);
  }
}

template <class D, class E>
__device__ void make_normals(const E& engine, const D& distribution, std::uint64_t first, int n, double* to,
                             const typename D::shared_table& table) {
  // A warp makes spans of 128 numbers from 128 words: output k of a lane is number 32 k + lane.
  const int warp = block_team::rank() / 32, lane = block_team::rank() % 32;
  typename E::template cursor<scalar> at(
      engine, first + static_cast<std::uint64_t>(warp * D::batch_size + 4 * lane), 0);
  const typename E::stride stride(block_team::warps * D::batch_size);
  for (int i = warp * D::batch_size; i < n; i += block_team::warps * D::batch_size) {
    std::uint32_t w[4];
    at.take(w);
    for (int k = 0; k < 4; ++k) to[i + 32 * k + lane] = static_cast<double>(distribution(w[k], table));
    at.advance(stride);
  }
}

template <class E>
__device__ void make_of(const E& engine, const chunk_maker&, std::uint64_t first, int n, std::uint32_t* to,
                        const warp_normal<double>::shared_table*) {
  make_words(engine, first, n, to);
}
template <class E>
__device__ void make_of(const E& engine, const chunk_maker& m, std::uint64_t first, int n, double* to,
                        const warp_normal<double>::shared_table* table) {
  if (m.source == chunk_maker::kind::made_normal_f32) {
    make_normals(engine, m.normal_f32, first, n, to, *table);
  } else {
    make_normals(engine, m.normal_f64, first, n, to, *table);
  }
}

template <class T, class Element>
__device__ void copy_stored(const void* from, std::uint64_t first, int n, Element* to) {
  const T* const values = static_cast<const T*>(from) + first;
  for (int i = block_team::rank(); i < n; i += block_team::threads) to[i] = static_cast<Element>(values[i]);
}

/// Makes elements first ... first + n - 1. The threads are synchronised on return.
template <class Element>
__device__ __noinline__ void make_chunk(const chunk_maker& m, std::uint64_t first, int n, Element* to,
                                        const warp_normal<double>::shared_table* table) {
  if (m.source == chunk_maker::kind::stored) {
    const std::uint64_t at = first - m.stored_from;
    visit_stored(m.stored_type, [&]<class T>(type_list<T>) { copy_stored<T>(m.stored, at, n, to); });
  } else {
    m.engine.visit([&](const auto& engine) { make_of(engine, m, first, n, to, table); });
  }
  __syncthreads();
}

}  // namespace tali::lab::certify
