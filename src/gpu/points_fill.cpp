// SPDX-License-Identifier: Apache-2.0
// The CUDA driver of point sets: checks, the tables' copies on devices, the launcher.
#include <cstdint>
#include <utility>

#include <cuda_runtime.h>

#include <tali/cuda/fill.hpp>
#include <tali/error.hpp>

#include "core/batch.hpp"
#include "core/index_range.hpp"
#include "gpu/drivers.hpp"
#include "gpu/memory.hpp"
#include "gpu/points.hpp"
#include "quasi/tables.hpp"

namespace tali {

namespace cuda_driver {

namespace {

const points_table& points_kernels() {
  static const points_table table = [] {
    points_table t{};
    [&]<int... Engine>(std::integer_sequence<int, Engine...>) { (add_points<Engine>(t), ...); }
    (std::make_integer_sequence<int, quasi_engines::size>{});
    return t;
  }();
  return table;
}

/// A table's copy on a device.
/// @param which  number of the table among those of one word length
template <class Word>
const Word* copy_on(int ordinal, const direction_numbers& numbers, int which, const Word* from,
                    std::size_t words) {
  const int key = 4 * ordinal + (sizeof(Word) == 8 ? 2 : 0) + which;
  return static_cast<const Word*>(
      copy_of_table(numbers.copies(), key, ordinal, from, words * sizeof(Word), "copy of direction numbers"));
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

}  // namespace detail

namespace cuda_driver {

void fill_points(const cuda& where, const fill_job& job) {
  std::uint64_t last = 0;
  quasi_engines::for_each([&]<class E>(int index, type_list<E>) {
    if (index == job.engine_index) last = static_cast<const E*>(job.engine)->last();
  });
  detail::check_index_range(job.first, job.n, last, detail::point_elements);
  check_device(where.ordinal);
  if (job.n == 0) return;
  const current_device device(where.ordinal);
  check_destination(
      job.to, detail::size_of_distribution(job.distribution_index, coordinate_distributions{}).value_bytes,
      where.ordinal);
  points_kernels().launch[job.engine_index][job.distribution_index](where, job);
}

}  // namespace cuda_driver

}  // namespace tali
