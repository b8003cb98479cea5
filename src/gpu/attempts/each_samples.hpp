// SPDX-License-Identifier: Apache-2.0
// Samples with separate parameters, as the host and the kernel know them.
#pragma once

#include <tali/detail/standard.hpp>
#include <tali/distribution/protocol.hpp>

namespace tali::cuda_driver {

inline constexpr int each_threads = 256;
/// Whether most samples are made by a quick attempt or outcome.
template <class D>
inline constexpr bool mostly_quick = detail::has_quick_outcome<D> ||
                                     (detail::has_quick_attempt<D> && !detail::has_inversion<D>);
/// Samples per thread in a piece, if so: between two looks at the list of open samples.
inline constexpr int quick_samples = 8;
template <class D>
inline constexpr int each_samples = mostly_quick<D> ? quick_samples : 1;

}  // namespace tali::cuda_driver
