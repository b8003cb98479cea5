// SPDX-License-Identifier: Apache-2.0
// tali: the command line.
#include <string>

#include <tali/version.hpp>

#include "external.hpp"
#include "ranks.hpp"
#include "run.hpp"
#include "subcommands.hpp"
#include "value_writer.hpp"

namespace {

int start(int argc, char** argv) {
  if (const int failed = tali::tool::run_external(argc, argv); failed >= 0) return failed;
  return tali::tool::run(
      "tali: random numbers for GPUs and CPUs. One seed, one sequence, on every device.", "tali",
      [](const tali::tool::parser& app) {
        app.version(std::string("tali ") + tali::version());
        app.needs_command();
        static tali::tool::ranks alone;
        tali::tool::add_gen(app, alone, tali::tool::write_values);
        tali::tool::add_words(app);
        tali::tool::add_shuffle(app);
        tali::tool::add_sample(app);
        tali::tool::add_info(app);
        tali::tool::add_tune(app);
        tali::tool::add_compile(app);
        tali::tool::add_demo(app);
        tali::tool::add_external(app);
        tali::tool::add_completion(app);
        tali::tool::add_man(app);
      },
      argc, argv);
}

}  // namespace

int main(int argc, char** argv) { return tali::tool::run_safely(start, argc, argv); }
