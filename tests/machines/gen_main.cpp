// SPDX-License-Identifier: Apache-2.0
// `tali gen` and nothing else, for machines that the whole command line is not built for.

#include "ranks.hpp"
#include "run.hpp"
#include "subcommands.hpp"
#include "value_writer.hpp"

namespace {

int start(int argc, char** argv) {
  return tali::tool::run(
      "tali gen: a range of a sequence.", "tali",
      [](const tali::tool::parser& app) {
        app.needs_command();
        static tali::tool::ranks alone;
        tali::tool::add_gen(app, alone, tali::tool::write_values);
      },
      argc, argv);
}

}  // namespace

int main(int argc, char** argv) { return tali::tool::run_safely(start, argc, argv); }
