// SPDX-License-Identifier: Apache-2.0
// tali-mtgp: 'tali mtgp' as a separate executable, linked statically, for machines with long searches.
#include <string>

#include <tali/version.hpp>

#include "commands.hpp"
#include "ranks.hpp"
#include "run.hpp"

int main(int argc, char** argv) {
  return tali::tool::run(
      "tali-mtgp: parameter sets of MTGP", "tali-mtgp",
      [](const tali::tool::parser& app) {
        app.version(std::string("tali-mtgp ") + tali::version());
        static tali::tool::ranks alone;
        tali::tool::add_mtgp_commands(app, alone);
      },
      argc, argv);
}
