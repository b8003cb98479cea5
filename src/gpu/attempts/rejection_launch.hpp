// SPDX-License-Identifier: Apache-2.0
// The launches of rejection distributions.
#pragma once

#include <tali/cuda/device.hpp>
#include <tali/detail/request.hpp>

namespace tali::cuda_driver {

/// Enqueues one range, or elements with separate parameters, whose rows then are one launch too. Arrays,
/// record and the keys of rows are in device memory; the record may be null.
void launch_rejection(const cuda& where, const detail::request& r, const rejection_schedule& how);

/// Enqueues many rows of at most 2^24 contiguous elements each; keys are in device memory.
void launch_rejection_rows(const cuda& where, const detail::request& r);

}  // namespace tali::cuda_driver
