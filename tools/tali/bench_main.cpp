// SPDX-License-Identifier: Apache-2.0
// tali-bench: the program that 'tali bench' starts.

#include "run.hpp"
#include "subcommands.hpp"

int main(int argc, char** argv) {
  return tali::tool::run(
      "tali-bench: the benchmark of tali.", "tali",
      [](const tali::tool::parser& app) {
        app.needs_command();
        tali::tool::add_bench(app);
      },
      argc, argv);
}
