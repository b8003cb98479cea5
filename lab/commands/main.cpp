// SPDX-License-Identifier: Apache-2.0
// tali-lab: the program that 'tali certify', 'identify', 'normal', 'mtgp' and 'rejection' start.

#include "ranks.hpp"
#include "run.hpp"
#include "subcommands.hpp"

int main(int argc, char** argv) {
  return tali::tool::run(
      "tali-lab: the offline science of tali.", "tali",
      [](const tali::tool::parser& app) {
        app.needs_command();
        static tali::tool::ranks alone;
        tali::tool::add_lab(app, alone);
      },
      argc, argv);
}
