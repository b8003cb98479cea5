// tali: the command line.
#include <string>

#include <CLI/CLI.hpp>

#include <tali/version.hpp>

#include "run.hpp"
#include "subcommands.hpp"

int main(int argc, char** argv) {
  CLI::App app{"tali: random numbers for GPUs and CPUs. One seed, one sequence, on every device.", "tali"};
  app.set_version_flag("--version", std::string("tali ") + tali::version());
  app.require_subcommand(1);
  tali::tool::add_gen(app);
  tali::tool::add_info(app);
  tali::tool::add_bench(app);
  tali::tool::add_normal(app);
#if defined(TALI_HAS_LAB_MTGP)
  tali::tool::add_mtgp(app);
#endif
  tali::tool::add_rejection(app);
  tali::tool::add_certify(app);
  tali::tool::add_tune(app);
  tali::tool::add_demo(app);
  return tali::tool::run(app, argc, argv);
}
