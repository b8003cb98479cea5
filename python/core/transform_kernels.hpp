// SPDX-License-Identifier: Apache-2.0
// Standard values on a GPU turned into those of parameters, in place.
#pragma once

#include <cstddef>

#include <cuda_runtime_api.h>

#include "distributions.hpp"

namespace tali::python {

/// A number for every element: of an array in device memory, or one for all.
struct operand {
  const double* at;  ///< null: one for all
  double value;
};

/// Enqueue the work on n values of so many bytes each, with_parameters of transform.hpp or detail::between.
cudaError_t launch_parameters(standard_form form, std::size_t value_bytes, operand a, operand b, void* to,
                              std::size_t n, cudaStream_t stream);
cudaError_t launch_bounds(std::size_t value_bytes, operand low, operand high, void* to, std::size_t n,
                          cudaStream_t stream);

}  // namespace tali::python
