// SPDX-License-Identifier: Apache-2.0
// tali-bench: what 'tali bench' starts.
#include <CLI/CLI.hpp>

#include "run.hpp"
#include "subcommands.hpp"

int main(int argc, char** argv) {
  return tali::tool::run(
      "tali-bench: the benchmark of tali.", "tali",
      [](CLI::App& app) {
        app.require_subcommand(1);
        tali::tool::add_bench(app);
      },
      argc, argv);
}
