// SPDX-License-Identifier: Apache-2.0
// The tables of launchers of rejection distributions.
#pragma once

#include <tali/cuda/fill.hpp>

#include "registry/place.hpp"

namespace tali::cuda_driver {

/// Enqueues the kernel. The request's arrays and its record are in device memory; the record may be null.
using rejection_launcher = void (*)(const cuda& where, const detail::request& r,
                                    const rejection_schedule& how);

using rejection_table = detail::pair_table<rejection_launcher, counter_engines, rejection_distributions>;

/// Engine `Engine` writes its entries; rejection_kernels.cu is compiled once for each.
template <int Engine>
void add_rejection(rejection_table& table);

/// An engine's words of a distribution, for the kernels that serve every number of rounds.
using words_of_any_rounds = rejection_words<rounds_at_run_time>;

/// Kernels other than the bulk kernels are compiled once for all engines, in rejection_shared_kernels.cu:
/// they are most of the code, and one branch per block of words costs little.
struct rejection_shared_launchers {
  /// Samples with separate parameters.
  void (*arrays)(const cuda& where, const words_of_any_rounds& words, const detail::request& r);
  /// Samples by groups of lanes.
  void (*grouped)(const cuda& where, const words_of_any_rounds& words, const detail::request& r,
                  unsigned group);
  /// Samples by inversion without a table; null if the distribution does not use inversion.
  void (*counting)(const cuda& where, const words_of_any_rounds& words, const detail::request& r);
  /// Many rows in a launch, whose keys are in device memory.
  void (*rows)(const cuda& where, const detail::request& r);
};

const rejection_shared_launchers& rejection_shared(const distribution_info& distribution);

}  // namespace tali::cuda_driver
