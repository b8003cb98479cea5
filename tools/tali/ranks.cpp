// SPDX-License-Identifier: Apache-2.0
#include "ranks.hpp"

#include <CLI/CLI.hpp>

#include "errors.hpp"

namespace tali::tool {

void add_mpi(CLI::App& command, const ranks& all, const char* group) {
  auto* const option = command.add_flag_callback(
      "--mpi",
      [&all] {
        if (!all.by_mpi()) throw usage_error("--mpi is given; allowed: in 'tali', which starts tali-mpi");
      },
      "The ranks of MPI share the work: mpirun -n R tali ... --mpi; their number changes no result");
  if (group != nullptr) option->group(group);
}

void refuse_ranks(const ranks& all) {
  if (all.by_mpi()) throw usage_error("--mpi is given; allowed: merge without it, by one process");
}

}  // namespace tali::tool
