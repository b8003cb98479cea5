// The table of launchers of samples of variable cost.
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

}  // namespace tali::cuda_driver
