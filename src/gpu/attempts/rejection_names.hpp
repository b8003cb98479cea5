// SPDX-License-Identifier: Apache-2.0
// The names of the kernels of rejection distributions.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tali::cuda_driver {

/// The first two are compiled once per engine. The others are compiled once for all engines: they are most of
/// the code, and one branch per block of words costs them little.
enum class rejection_kernel {
  compacting,
  inversion,
  compacting_rows,
  counting,
  counting_rows,
  each,
  grouped,
  inversion_rows,
  count
};

/// The kernel as C++.
/// @param distribution  its type as C++, as the registry's entry has it
/// @param rounds        the engine's; 0 for kernels of all engines
std::string name_of(rejection_kernel kernel, std::string_view distribution, int rounds);

/// Every kernel that a fill can ask for.
std::vector<std::string> all_rejection_kernels();

}  // namespace tali::cuda_driver
