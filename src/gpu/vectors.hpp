// SPDX-License-Identifier: Apache-2.0
// The table of launchers of vectors, categories and permutations.
#pragma once

#include <tali/cuda/fill.hpp>
#include <tali/detail/row_list.hpp>

namespace tali::cuda_driver {

/// Enqueues the kernel; `job.distribution` is a view with its table on the device.
/// @param rows  null, or the ranges that are made instead of the job's own; keys are in device memory
using vectors_launcher = void (*)(const cuda& where, const detail::fill_job& job,
                                  const detail::row_list* rows);
/// Enqueues the kernel; `fill.distribution` is a categorical_view with its table on the device.
using categorical_launcher = void (*)(const cuda& where, const detail::fill_job& fill);

struct vectors_table {
  vectors_launcher vectors[counter_engines::size][vector_distributions::size];
  categorical_launcher categories[engines::size];
};

vectors_table vectors_kernels();

template <class T>
void launch_permutation(const cuda& where, const permutation<T>& p, T first, T* to, std::size_t n);

}  // namespace tali::cuda_driver
