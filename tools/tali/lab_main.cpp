// SPDX-License-Identifier: Apache-2.0
// tali-lab: what 'tali certify', 'tali normal', 'tali mtgp' and 'tali rejection' start.
#include <CLI/CLI.hpp>

#include "ranks.hpp"
#include "run.hpp"
#include "subcommands.hpp"

int main(int argc, char** argv) {
  return tali::tool::run(
      "tali-lab: the offline science of tali.", "tali",
      [](CLI::App& app) {
        app.require_subcommand(1);
        static tali::tool::ranks alone;
        tali::tool::add_certify(app, alone);
        tali::tool::add_normal(app, alone);
#if defined(TALI_HAS_LAB_MTGP)
        tali::tool::add_mtgp(app, alone);
#endif
        tali::tool::add_rejection(app);
      },
      argc, argv);
}
