// SPDX-License-Identifier: Apache-2.0
// The tables of launchers of samples of variable cost.
#pragma once

#include <tali/cuda/variable.hpp>

namespace tali::cuda_driver {

/// Enqueues the kernel. `job.arrays` and `record` are of device memory; `record` may be null.
using variable_launcher = void (*)(const cuda& where, const detail::variable_job& job,
                                   const rejection_schedule& how, cuda_failures* record);

struct variable_table {
  variable_launcher launch[variable_engines::size][variable_distributions::size];
};

/// Engine `Engine` writes its entries; variable_kernels.cu is compiled once for each.
template <int Engine>
void add_variable(variable_table& table);

/// An engine's words of a distribution, for the kernels that serve every number of rounds.
using words_of_any_rounds = rejection_words<rounds_at_run_time>;

/// What is not the bulk of the work is compiled once for all engines, in variable_shared_kernels.cu: it is
/// most of the code, and a branch a block of words costs it little.
struct variable_shared_launchers {
  /// Samples with parameters of their own.
  void (*each)(const cuda& where, const words_of_any_rounds& words, const detail::variable_job& job,
               cuda_failures* record);
  /// Samples by groups of lanes.
  void (*grouped)(const cuda& where, const words_of_any_rounds& words, const detail::fill_job& job,
                  unsigned group, cuda_failures* record);
  /// Samples by inversion without a table; null where the distribution has no inversion.
  void (*counting)(const cuda& where, const words_of_any_rounds& words, const detail::fill_job& job);
};

/// @param distribution  its place in variable_distributions
const variable_shared_launchers& variable_shared(int distribution);

}  // namespace tali::cuda_driver
