// SPDX-License-Identifier: Apache-2.0
// tali-lab: what 'tali certify', 'tali normal', 'tali mtgp' and 'tali rejection' start.
#include <CLI/CLI.hpp>

#include "run.hpp"
#include "subcommands.hpp"

int main(int argc, char** argv) {
  return tali::tool::run(
      "tali-lab: the offline science of tali.", "tali",
      [](CLI::App& app) {
        app.require_subcommand(1);
        tali::tool::add_certify(app);
        tali::tool::add_normal(app);
#if defined(TALI_HAS_LAB_MTGP)
        tali::tool::add_mtgp(app);
#endif
        tali::tool::add_rejection(app);
      },
      argc, argv);
}
