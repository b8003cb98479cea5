// SPDX-License-Identifier: Apache-2.0
// `tali gen` and nothing else, for machines that the whole command line is not built for.
#include <CLI/CLI.hpp>

#include "run.hpp"
#include "subcommands.hpp"

namespace {

int start(int argc, char** argv) {
  return tali::tool::run(
      "tali gen: a range of a sequence.", "tali",
      [](CLI::App& app) {
        app.require_subcommand(1);
        tali::tool::add_gen(app);
      },
      argc, argv);
}

}  // namespace

int main(int argc, char** argv) { return tali::tool::run_safely(start, argc, argv); }
