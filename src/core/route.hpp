// SPDX-License-Identifier: Apache-2.0
// Which driver makes a pair of the catalogue.
#pragma once

#include <tali/any.hpp>
#include <tali/device.hpp>

namespace tali::detail {

/// A kind of pairs, whose drivers count engines and distributions in lists of their own.
enum class pair_kind {
  fixed,        ///< indexed_engines, distributions
  rejection,    ///< counter_engines, rejection_distributions
  vectors,      ///< counter_engines, vector_distributions
  categorical,  ///< indexed_engines
  points,       ///< quasi_engines, coordinate_distributions
  bank,         ///< bank_engines, distributions
  per_thread,   ///< per_thread_engines, distributions
};

struct routed_job {
  pair_kind kind;
  fill_job job;  ///< with the indices of the kind's lists
};

/// @throws argument_error for a pair that cannot be filled
routed_job route(const fill_job& job);

}  // namespace tali::detail
