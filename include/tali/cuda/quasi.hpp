// SPDX-License-Identifier: Apache-2.0
// fill for quasi-random points in device memory, with CUDA. Link tali::cuda. Needs no CUDA header.
#pragma once

#include <cstddef>
#include <cstdint>

#include <tali/cuda/device.hpp>
#include <tali/quasi.hpp>

namespace tali {

namespace detail {

void cuda_fill_points(const cuda& where, const fill_job& job);

template <class Word>
sobol_view<Word> cuda_view(const cuda& where, const sobol<Word>& e);
extern template sobol_view<std::uint32_t> cuda_view(const cuda&, const sobol<std::uint32_t>&);
extern template sobol_view<std::uint64_t> cuda_view(const cuda&, const sobol<std::uint64_t>&);

}  // namespace detail

/// As fill in tali/cuda/fill.hpp, for elements first ... first + n - 1 of the points of e.
///
/// The first fill of a table and word length on a device copies the table there, which waits for the device
/// and cannot be captured into a graph; later ones only enqueue. launch_shape.grid is for dim-major sets;
/// point-major ones take no notice of it.
/// @throws argument_error if the range passes the set's end, and as that
template <quasi_engine E, quasi_distribution D>
void fill(const cuda& where, const E& e, const D& d, std::uint64_t first, typename D::result_type* to,
          std::size_t n) {
  detail::cuda_fill_points(
      where, {quasi_engines::index_of<E>(), &e, distributions::index_of<D>(), &d, first, to, n});
}

/// As above, for points and a distribution chosen at run time.
inline void fill(const cuda& where, const named_points& p, const named_distribution& d, std::uint64_t first,
                 void* to, std::size_t n) {
  detail::cuda_fill_points(where, job_of(p, d, first, to, n));
}

/// The points with tables in the device's memory, to be passed to a kernel: coordinate(), word() and value()
/// work there. Valid as long as e's direction numbers live.
/// @throws device_error
template <class Word>
sobol_view<Word> view_on(const cuda& where, const sobol<Word>& e) {
  return detail::cuda_view(where, e);
}

}  // namespace tali
