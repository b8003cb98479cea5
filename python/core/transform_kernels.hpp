// SPDX-License-Identifier: Apache-2.0
// Values with parameters on a GPU: transforms of standard values in place, and uniform values between bounds.
#pragma once

#include <cstddef>
#include <cstdint>

#include <cuda_runtime_api.h>

#include <tali/cuda/device.hpp>
#include <tali/detail/request.hpp>

namespace tali::python {

/// One number per element, in an array in device memory, or one number for all.
struct operand {
  const double* at;  ///< null: one for all
  double value;
};

/// Both enqueue work on n values of this many bytes: detail::with_parameters, or detail::between. A value
/// with parameters out of range is NaN.
cudaError_t launch_parameters(detail::value_form form, std::size_t value_bytes, operand a, operand b,
                              void* to, std::size_t n, cudaStream_t stream);
cudaError_t launch_bounds(std::size_t value_bytes, operand low, operand high, void* to, std::size_t n,
                          cudaStream_t stream);

/// Enqueues values of uniform_int, bernoulli and bernoulli_bits with separate parameters, computed like the
/// law's `each`.
/// @param job  if it has rows, these are consecutive in the destination, and their keys are on the device
/// @param p    arrays on the device
cudaError_t launch_each(const detail::request& job, const double* const* p, cudaStream_t stream);

/// Enqueues the conversion of numbers from[i * step] on the device, or of one number, to floats or doubles;
/// of integers to their bits in a double.
/// @param from      of 4 or 8 bytes each; null: `one`, which has the form of the result
/// @param to_bytes  4 or 8
template <class From>
cudaError_t launch_converted(const From* from, std::size_t step, double one, bool of_integers,
                             std::size_t to_bytes, void* to, std::size_t n, cudaStream_t stream);

/// Enqueues resize_integers.
/// @param bytes  1, 2 or 8
cudaError_t launch_resized(const std::uint32_t* from, void* to, std::size_t bytes, std::size_t n,
                           cudaStream_t stream);

/// Enqueues the conversion of 64-bit integers to 32 bits; -1 for those that do not fit.
cudaError_t launch_narrowed(const std::int64_t* from, std::int32_t* to, std::size_t n, cudaStream_t stream);

/// Enqueues uniform values between two numbers, detail::between of the job's uniform values, in one pass.
/// @param value_bytes  4 or 8
/// @returns false, with nothing enqueued, for an engine without access to any index
bool launch_bounded(const cuda& where, const detail::request& job, std::size_t value_bytes, double low,
                    double high);

}  // namespace tali::python
