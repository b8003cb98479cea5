// SPDX-License-Identifier: Apache-2.0
// The CUDA driver of point sets: checks, the tables' copies on devices, the launcher.
#include <cstdint>
#include <memory>

#include <cuda_runtime.h>

#include <tali/cuda/quasi.hpp>
#include <tali/error.hpp>

#include "batch.hpp"
#include "cuda/memory.hpp"
#include "cuda/points.hpp"
#include "quasi/tables.hpp"

namespace tali {

namespace cuda_driver {

namespace {

const points_table& points_kernels() {
  static const points_table table = [] {
    points_table t{};
    add_points<0>(t);
    add_points<1>(t);
    static_assert(quasi_engines::size == 2);
    return t;
  }();
  return table;
}

/// A table's copy on a device, made when it is first asked for.
/// @param which  number of the table among those of one word length
template <class Word>
const Word* copy_on(int ordinal, const direction_numbers& numbers, int which, const Word* from,
                    std::size_t words) {
  detail::device_copies& copies = numbers.copies();
  const int key = 4 * ordinal + (sizeof(Word) == 8 ? 2 : 0) + which;
  const std::lock_guard lock(copies.guard);
  std::shared_ptr<void>& copy = copies.by_key[key];
  if (!copy) copy = copy_to_device(ordinal, from, words * sizeof(Word), "copy of direction numbers");
  return static_cast<const Word*>(copy.get());
}

}  // namespace

}  // namespace cuda_driver

namespace detail {

template <class Word>
sobol_view<Word> cuda_view(const cuda& where, const sobol<Word>& e) {
  cuda_driver::check_device(where.ordinal);
  const cuda_driver::current_device device(where.ordinal);
  const direction_numbers& numbers = e.numbers();
  constexpr std::size_t bits = sobol_view<Word>::bits;
  sobol_view<Word> s = e.view();
  s.by_dimension =
      cuda_driver::copy_on(where.ordinal, numbers, 0, s.by_dimension, numbers.dimensions() * bits);
  if (s.by_bit != nullptr) {
    s.by_bit = cuda_driver::copy_on(where.ordinal, numbers, 1, s.by_bit, numbers.pitch() * bits);
  }
  return s;
}

template sobol_view<std::uint32_t> cuda_view(const cuda&, const sobol<std::uint32_t>&);
template sobol_view<std::uint64_t> cuda_view(const cuda&, const sobol<std::uint64_t>&);

void cuda_fill_points(const cuda& where, const fill_job& job) {
  const int distribution = quasi_index(job.distribution_index);
  std::uint64_t last = 0;
  quasi_engines::each([&]<class E>(int index, type_list<E>) {
    if (index == job.engine_index) last = static_cast<const E*>(job.engine)->last();
  });
  check_points_range(job.first, job.n, last);
  cuda_driver::check_device(where.ordinal);
  if (job.n == 0) return;
  const cuda_driver::current_device device(where.ordinal);
  cuda_driver::check_destination(job.to, size_of_distribution(job.distribution_index).value_bytes,
                                 where.ordinal);
  cuda_driver::points_kernels().launch[job.engine_index][distribution](where, job);
}

}  // namespace detail

}  // namespace tali
