// SPDX-License-Identifier: Apache-2.0
#include "ranks.hpp"

#include "errors.hpp"

namespace tali::tool {

void add_mpi(const parser& command, const ranks& all, const char* group) {
  (group == nullptr ? command : command.under(group))
      .add_flag(
          "--mpi",
          [&all] {
            if (!all.by_mpi())
              throw argument_error("--mpi", "given", "only in 'tali', which starts tali-mpi");
          },
          "The ranks of MPI share the work: mpirun -n R tali ... --mpi; the result does not depend on R");
}

void refuse_ranks(const ranks& all) {
  if (all.by_mpi()) throw argument_error("--mpi", "given", "no --mpi, because one process does this");
}

}  // namespace tali::tool
