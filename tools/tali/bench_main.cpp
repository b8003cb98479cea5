// SPDX-License-Identifier: Apache-2.0
// tali-bench: what 'tali bench' starts.
#include <CLI/CLI.hpp>

#include "run.hpp"
#include "subcommands.hpp"

int main(int argc, char** argv) {
  CLI::App app{"tali-bench: the benchmark of tali.", "tali"};
  app.require_subcommand(1);
  tali::tool::add_bench(app);
  return tali::tool::run(app, argc, argv);
}
