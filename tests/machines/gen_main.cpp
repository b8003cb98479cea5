// SPDX-License-Identifier: Apache-2.0
// `tali gen` and nothing else, for machines that the whole command line is not built for.
#include <CLI/CLI.hpp>

#include "run.hpp"
#include "subcommands.hpp"

int main(int argc, char** argv) {
  CLI::App app{"tali gen: a range of a sequence.", "tali"};
  app.require_subcommand(1);
  tali::tool::add_gen(app);
  return tali::tool::run(app, argc, argv);
}
