// SPDX-License-Identifier: Apache-2.0
// fill: a range of a sequence into device memory, with CUDA. Link tali::cuda. Needs no CUDA header.
#pragma once

#include <cstddef>
#include <cstdint>

#include <tali/cuda/device.hpp>
#include <tali/cuda/rejection.hpp>
#include <tali/named.hpp>
#include <tali/parameter_arrays.hpp>
#include <tali/registry.hpp>
#include <tali/sequence.hpp>

namespace tali {

namespace detail {
void cuda_fill_each(const cuda& where, const arrays_job& job, cuda_failures* record);
}

/// Writes elements first ... first + n - 1 of distribution d over sequence e to `to`, in memory of the device
/// `where.ordinal` (device, managed or mapped host memory), on `where.stream`. The bits are those that the
/// CPU fill writes, whatever the GPU and the launch shape. Returns once the work is enqueued; errors of the
/// kernel itself show, as always, at the stream's next synchronisation.
///
/// Fastest if `to` is 16-byte aligned and, for engines that make words in groups, begins at a multiple of
/// the group.
///
/// @param e      the sequence, at its index 0
/// @param first  index of the first element
/// @throws argument_error if the range passes the sequence's 2^64 words, the launch shape is out of range, or
/// `to` is
///         null and n > 0, is not aligned to its type, or is no memory that the device can write
/// @throws device_error if there is no such device or the launch fails
template <registered_engine E, registered_distribution D>
void fill(const cuda& where, const E& e, const D& d, std::uint64_t first, typename D::result_type* to,
          std::size_t n) {
  detail::cuda_fill(where, {engines::index_of<E>(), &e, distributions::index_of<D>(), &d, first, to, n});
}

/// With parameters of its own for every element, in arrays of device memory, as fill_each in ../fill.hpp.
///
/// With a record it returns once the work is enqueued, and the record's `bad` tells. Without one it waits for
/// the stream, and
/// @throws argument_error with the first index whose parameters are not allowed
template <registered_engine E, takes_arrays D>
void fill_each(const cuda& where, const E& e, const parameter_arrays<D>& p, std::uint64_t first,
               typename D::result_type* to, std::size_t n, cuda_failures* record = nullptr) {
  const void* arrays[detail::parameter_count<D>];
  for (int k = 0; k < detail::parameter_count<D>; ++k) arrays[k] = p.at[k];
  detail::cuda_fill_each(
      where, {{engines::index_of<E>(), &e, distributions::index_of<D>(), nullptr, first, to, n}, arrays},
      record);
}

/// Chains fills without the host: reads the sequence's place from `before` and writes the place behind the n
/// elements to `after`, both in device memory; `after` may be `before`. Can be captured into a CUDA graph, so
/// that every replay goes on where the last one ended.
///
/// @param before  an engine object in device memory, copied there from the host or left by an earlier call
/// @throws as fill
template <registered_engine E, registered_distribution D>
void fill_chained(const cuda& where, const E* before, E* after, const D& d, typename D::result_type* to,
                  std::size_t n) {
  detail::cuda_fill_chained(
      where, {engines::index_of<E>(), before, distributions::index_of<D>(), &d, 0, to, n}, after);
}

/// As above, for a sequence and a distribution chosen at run time.
inline void fill(const cuda& where, const named_sequence& s, const named_distribution& d, std::uint64_t first,
                 void* to, std::size_t n) {
  detail::fill_job job = job_of(s, d, first, to, n);
  if (detail::make_rejection(job)) {
    detail::cuda_fill_rejection(where, {job, nullptr}, nullptr);
  } else {
    detail::cuda_fill(where, job);
  }
}

}  // namespace tali
