// SPDX-License-Identifier: Apache-2.0
// The kernels of elements with separate parameters, for fixed-budget distributions: one thread per element.
#include <tali/sequence.hpp>

#include "gpu/attempts/arrays_kernel.cuh"
#include "gpu/bulk/row_batch.cuh"
#include "gpu/kernels.hpp"
#include "gpu/runtime/runtime.hpp"

namespace tali::cuda_driver {

namespace {

constexpr unsigned threads_a_block = 256;

/// Words in memory, with an engine's interface for value(). The first is word `first` of their sequence.
struct stored_words {
  const std::uint32_t* words;
  std::uint64_t first;

  template <class Shape>
  struct cursor {
    const std::uint32_t* at;

    __device__ __forceinline__ cursor(const stored_words& e, std::uint64_t index, std::uint64_t)
        : at{e.words + (index - e.first)} {}
    template <int n>
    __device__ __forceinline__ void take(std::uint32_t (&w)[n]) const {
#pragma unroll
      for (int k = 0; k < n; ++k) w[k] = at[k];
    }
  };
};

/// Elements first + begin ... first + count - 1. With rows, each row has its own row of blocks and its key's
/// sequence; these are sequences of philox4x32.
template <class E, class D>
__global__ void __launch_bounds__(threads_a_block)
    arrays_kernel(E engine, const device_arrays<D> arrays, typename D::result_type* to, std::uint64_t first,
                  const std::uint64_t begin, const std::uint64_t count, detail::cuda_failures* record,
                  const __grid_constant__ row_batch batch) {
  std::uint64_t before = 0;  // elements of earlier rows
  if constexpr (std::is_same_v<E, philox4x32>) {
    if (batch.has_rows) {
      const std::uint64_t row = batch.first_row + blockIdx.y;
      const detail::row_start start = detail::start_of(batch.rows, row);
      engine = philox4x32(batch.rows.keys[row]);
      first = start.first;
      before = start.to;
      to += before;
    }
  }
  const std::uint64_t threads = std::uint64_t{gridDim.x} * blockDim.x;
  for (std::uint64_t i = begin + std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count;
       i += threads) {
    detail::parameters_of<D> p;
    arrays.from(before + i).read(0, p);
    if (D::bad_parameter(p) >= 0) {
      const bool zero = arrays.give_zero(p);
      to[i] = zero ? typename D::result_type(0) : detail::no_value<typename D::result_type>();
      if (record != nullptr && !zero) note(&record->bad, i);
    } else {
      to[i] = value(engine, D(detail::unchecked, p), first + i);
    }
  }
}

template <class E, class D>
void launch_arrays_of(const cuda& where, const detail::request& fill) {
  const auto launch = [&](const row_batch& batch, unsigned row_count) {
    const std::uint64_t n = batch.has_rows ? fill.rows->n : fill.n;
    runtime::launch(
        "kernel of parameter arrays", arrays_kernel<E, D>,
        {runtime::blocks_for(where.ordinal, n, threads_a_block), threads_a_block, 0, 0, row_count},
        where.stream, *static_cast<const E*>(fill.engine), device_arrays<D>(fill.arrays, fill.forms),
        static_cast<typename D::result_type*>(fill.to), fill.first, std::uint64_t{0}, n, fill.record, batch);
  };
  if (fill.rows == nullptr) return launch(row_batch(), 1);
  for_each_batch(*fill.rows, 0, launch);
}

using stored_launcher = void (*)(const cuda& where, const detail::request& fill, const std::uint32_t* words,
                                 std::size_t done, std::size_t n);

template <class D>
void launch_stored(const cuda& where, const detail::request& fill, const std::uint32_t* words,
                   std::size_t done, std::size_t n) {
  runtime::launch("kernel of parameter arrays", arrays_kernel<stored_words, D>,
                  {runtime::blocks_for(where.ordinal, n, threads_a_block), threads_a_block}, where.stream,
                  stored_words{words, (fill.first + done) * D::words},
                  device_arrays<D>(fill.arrays, fill.forms), static_cast<typename D::result_type*>(fill.to),
                  fill.first, std::uint64_t{done}, std::uint64_t{done + n}, fill.record, row_batch());
}

template <class D>
constexpr stored_launcher stored_launcher_of() {
  if constexpr (takes_arrays<D>) {
    return &launch_stored<D>;
  } else {
    return nullptr;
  }
}

template <class... D>
stored_launcher stored_launcher_of(const distribution_info& distribution, detail::type_list<D...>) {
  static constexpr detail::distribution_table<stored_launcher, catalogue::distributions> all = {
      {stored_launcher_of<D>()...}};
  return all[distribution];
}

template <class E, class D>
constexpr launcher launcher_of() {
  if constexpr (takes_arrays<D>) {
    return &launch_arrays_of<E, D>;
  } else {
    return nullptr;
  }
}

template <class E, class... D>
constexpr detail::distribution_table<launcher, catalogue::distributions> launchers_of(
    detail::type_list<D...>) {
  return {{launcher_of<E, D>()...}};
}

}  // namespace

void launch_arrays(const cuda& where, const detail::request& r) {
  detail::with_engine<catalogue::engines>(r, [&]<class E>(const E&) {
    static constexpr auto all = launchers_of<E>(catalogue::distributions{});
    all[r](where, r);
  });
}

void launch_arrays_from_words(const cuda& where, const detail::request& r, const std::uint32_t* words,
                              std::size_t done, std::size_t n) {
  stored_launcher_of(*r.distribution_entry, catalogue::distributions{})(where, r, words, done, n);
}

}  // namespace tali::cuda_driver
