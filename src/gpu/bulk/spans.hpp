// SPDX-License-Identifier: Apache-2.0
// Ranges of distributions that are made in spans.
#pragma once

#include <cstdint>
#include <string>

#include <tali/detail/request.hpp>
#include <tali/device.hpp>
#include <tali/error.hpp>
#include <tali/sequence.hpp>

namespace tali::cuda_driver {

/// Spans that a range touches.
template <batch_distribution D>
std::uint64_t spans_of(const detail::request& job) {
  return job.n == 0 ? 0 : (job.first + (job.n - 1)) / D::batch_size - job.first / D::batch_size + 1;
}

/// Throws unless n is whole spans, which a chained fill needs.
template <batch_distribution D>
void check_chained(const detail::request& job) {
  if (job.n % D::batch_size == 0) return;
  throw argument_error(
      "n", std::to_string(job.n),
      "a multiple of " + std::to_string(D::batch_size) + ", the batch size, in a chained fill");
}

}  // namespace tali::cuda_driver
