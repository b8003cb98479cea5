// SPDX-License-Identifier: Apache-2.0
// Values with parameters on a GPU: standard ones turned into them in place, and uniform ones between bounds.
#pragma once

#include <cstddef>
#include <cstdint>

#include <cuda_runtime_api.h>

#include <tali/cuda/device.hpp>
#include <tali/detail/request.hpp>

namespace tali::python {

/// A number for every element: of an array in device memory, or one for all.
struct operand {
  const double* at;  ///< null: one for all
  double value;
};

/// Enqueue the work on n values of this many bytes each, with_parameters of transform.hpp or detail::between.
cudaError_t launch_parameters(value_form form, std::size_t value_bytes, operand a, operand b, void* to,
                              std::size_t n, cudaStream_t stream);
cudaError_t launch_bounds(std::size_t value_bytes, operand low, operand high, void* to, std::size_t n,
                          cudaStream_t stream);

/// Enqueues values of uniform_int, bernoulli and bernoulli_bits with parameters of their own, one by one, as
/// the law's `each` has them.
/// @param p  arrays on the device
cudaError_t launch_each(const detail::request& job, const double* const* p, cudaStream_t stream);

/// Enqueues resize_integers.
/// @param bytes  1, 2 or 8
cudaError_t launch_resized(const std::uint32_t* from, void* to, std::size_t bytes, std::size_t n,
                           cudaStream_t stream);

/// Enqueues 64-bit integers as ones of 32 bits; -1 for those that do not fit.
cudaError_t launch_narrowed(const std::int64_t* from, std::int32_t* to, std::size_t n, cudaStream_t stream);

/// Enqueues uniform values between two numbers, detail::between of the job's uniform values, in one pass.
/// @param value_bytes  4 or 8
/// @returns false, and does nothing, for an engine that reaches no index by itself
bool launch_bounded(const cuda& where, const detail::request& job, std::size_t value_bytes, double low,
                    double high);

}  // namespace tali::python
