// tali: the command line. Every error is one line on stderr and exit code 2; a closed pipe is a normal end.
#include <csignal>
#include <exception>
#include <string>

#include <CLI/CLI.hpp>
#include <fmt/core.h>

#include <tali/version.hpp>

#include "subcommands.hpp"

namespace {

/// The first line of a message, for errors that come with advice.
std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

int fail(const std::string& message) {
  fmt::print(stderr, "tali: {}\n", first_line(message));
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);  // writes report it instead
  CLI::App app{"tali: random numbers for GPUs and CPUs. One seed, one sequence, on every device."};
  app.set_version_flag("--version", std::string("tali ") + tali::version());
  app.require_subcommand(1);
  tali::tool::add_info(app);
  tali::tool::add_bench(app);
#if defined(TALI_HAS_LAB_NORMAL)
  tali::tool::add_normal(app);
#endif
  try {
    app.parse(argc, argv);
    return 0;
  } catch (const CLI::Success& e) {  // --help, --version
    return app.exit(e);
  } catch (const std::exception& e) {
    return fail(e.what());
  }
}
