// SPDX-License-Identifier: Apache-2.0
#include "commands.hpp"

#include "subcommands.hpp"

namespace tali::tool {

void add_lab(const parser& app, ranks& all) {
  add_certify(app, all);
  add_normal(app, all);
  add_mtgp(app, all);
  if (all.by_mpi()) return;  // the other commands do not run under MPI
  add_rejection(app);
  add_identify(app);
}

}  // namespace tali::tool
