// SPDX-License-Identifier: Apache-2.0
// fill and fill_each of distributions of variable budget into device memory. Link tali::cuda. Needs no CUDA
// header.
#pragma once

#include <cstddef>
#include <cstdint>

#include <tali/cuda/device.hpp>
#include <tali/rejection.hpp>

namespace tali {

/// What a kernel notes of samples that went wrong: their smallest index in the output, or all bits where
/// there is none. In device memory; set both members to all bits (memset 0xff) before the first fill that
/// uses it.
struct cuda_failures {
  unsigned long long exhausted;  ///< all attempts were used up, and the value is D::failed()
  unsigned long long bad;        ///< the sample's parameters are not allowed, and the value is D::failed()
};

namespace detail {
void cuda_fill_rejection(const cuda& where, const rejection_job& job, cuda_failures* record);
}

/// As fill in cuda/fill.hpp, for distributions of variable budget: the same bits as on the CPU, whatever the
/// GPU, the launch and the schedule. Returns once the work is enqueued.
/// @param record  null, or a record in device memory: look at it after synchronising
template <counter_engine E, registered_rejection_distribution D>
void fill(const cuda& where, const E& e, const D& d, std::uint64_t first, typename D::result_type* to,
          std::size_t n, cuda_failures* record = nullptr) {
  detail::cuda_fill_rejection(
      where,
      {{counter_engines::index_of<E>(), &e, rejection_distributions::index_of<D>(), &d, first, to, n},
       nullptr},
      record);
}

/// With parameters of its own for every sample, in arrays of device memory, as fill_each in variable.hpp.
///
/// With a record it returns once the work is enqueued. Without one it waits for the stream, and
/// @throws argument_error with the first index whose parameters are not allowed
/// @throws sampling_error with the first sample that all attempts failed
template <counter_engine E, registered_rejection_distribution D>
void fill_each(const cuda& where, const E& e, const parameter_arrays<D>& p, std::uint64_t first,
               typename D::result_type* to, std::size_t n, cuda_failures* record = nullptr) {
  const void* arrays[detail::parameter_count<D>];
  for (int k = 0; k < detail::parameter_count<D>; ++k) arrays[k] = p.at[k];
  detail::cuda_fill_rejection(
      where,
      {{counter_engines::index_of<E>(), &e, rejection_distributions::index_of<D>(), nullptr, first, to, n},
       arrays},
      record);
}

}  // namespace tali
