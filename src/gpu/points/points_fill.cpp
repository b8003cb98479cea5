// SPDX-License-Identifier: Apache-2.0
// The CUDA driver of point sets: checks, the tables' copies on devices, the launcher.
#include <cstdint>

#include <tali/cuda/fill.hpp>
#include <tali/error.hpp>

#include "core/checks.hpp"
#include "core/rows.hpp"
#include "gpu/drivers.hpp"
#include "gpu/kernels.hpp"
#include "gpu/runtime/arguments.hpp"
#include "gpu/runtime/runtime.hpp"
#include "quasi/tables.hpp"
#include "registry/functions.hpp"

namespace tali {

namespace detail {

template <class Word>
sobol_view<Word> cuda_view(const cuda& where, const sobol<Word>& e) {
  cuda_driver::check_device(where.ordinal);
  const runtime::current_device device(where.ordinal);
  const direction_numbers& numbers = e.numbers();
  constexpr std::size_t bits = sobol_view<Word>::bits;
  constexpr int first = sizeof(Word) == 8 ? 2 : 0;  // of the tables with this word length
  sobol_view<Word> s = e.view();
  s.by_dimension = runtime::copy_of_table(numbers.copies(), first, where.ordinal, s.by_dimension,
                                          numbers.dimensions() * bits);
  if (s.by_bit != nullptr) {
    s.by_bit =
        runtime::copy_of_table(numbers.copies(), first + 1, where.ordinal, s.by_bit, numbers.pitch() * bits);
  }
  return s;
}

template sobol_view<std::uint32_t> cuda_view(const cuda&, const sobol<std::uint32_t>&);
template sobol_view<std::uint64_t> cuda_view(const cuda&, const sobol<std::uint64_t>&);

}  // namespace detail

namespace cuda_driver {

void fill_points(const cuda& where, const request& r) {
  detail::check_sequence(r, 1);
  const std::size_t bytes = r.distribution_entry->value_bytes;
  const auto launch = launchers_for<points_launchers>(r)[r];
  with_destination(where, r.to, r.elements(), bytes, [&] {
    if (r.rows == nullptr) return launch(where, r);
    fill_rows(where, r, bytes, {}, [&](const request& piece) { launch(where, piece); });
  });
}

}  // namespace cuda_driver

}  // namespace tali
