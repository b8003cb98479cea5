// SPDX-License-Identifier: Apache-2.0
// The table of launchers of vectors, categories and permutations.
#pragma once

#include <tali/cuda/fill.hpp>

#include "registry/place.hpp"

namespace tali::cuda_driver {

/// Enqueues the kernel. The request's distribution is a view with its table on the device, and so are the
/// keys of its rows.
using vectors_launcher = void (*)(const cuda& where, const detail::request& r);
/// Enqueues the kernel of one range. The same for a request whose distribution is a categorical_view.
using categorical_launcher = void (*)(const cuda& where, const detail::request& r);

struct vectors_table {
  detail::pair_table<vectors_launcher, counter_engines, vector_distributions> vectors;
  detail::engine_table<categorical_launcher, engines> categories;
};

vectors_table vectors_kernels();

template <class T>
void launch_permutation(const cuda& where, const permutation<T>& p, T first, T* to, std::size_t n);

}  // namespace tali::cuda_driver
