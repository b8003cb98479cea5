// SPDX-License-Identifier: Apache-2.0
// tali-mpi: the program that 'tali gen', 'certify', 'normal' and 'mtgp' start with --mpi. All ranks have the
// same command line, a failure on one rank is a failure on all, and rank 0 prints the messages.
#include <string>

#include <fcntl.h>
#include <fmt/core.h>
#include <mpi.h>
#include <unistd.h>

#include <tali/mpi/detail/agreement.hpp>

#include "devices.hpp"
#include "errors.hpp"
#include "mpi/world.hpp"
#include "run.hpp"
#include "subcommands.hpp"

namespace {

namespace tool = tali::tool;

/// Initializes MPI. Its destructor waits until the ranks agree on how the program ends.
class session {
 public:
  session(int& argc, char**& argv) {
    int provided = MPI_THREAD_SINGLE;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  }
  ~session() { MPI_Finalize(); }
  session(const session&) = delete;
  session& operator=(const session&) = delete;
};

/// Turns off messages on all ranks except rank 0, which prints the same ones.
void be_silent() {
  const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nowhere < 0) return;
  dup2(nowhere, STDOUT_FILENO);
  dup2(nowhere, STDERR_FILENO);
  close(nowhere);
}

tool::mpi::world* all = nullptr;

void add_commands(const tool::parser& app) {
  app.needs_command();
  tool::add_gen(
      app, *all,
      [](const tool::writing_flags& f, tool::host_fill& source, const tool::written_values& content) {
        tool::mpi::write_values(*all, f, source, content);
      });
#if defined(TALI_HAS_LAB_COMMANDS)
  tool::add_lab(app, *all);
#endif
}

/// @throws argument_error on all ranks unless all have the same command line
void agree_on_arguments(int argc, char** argv) {
  std::string text;
  for (int k = 1; k < argc; ++k) text += (k == 1 ? "" : " ") + std::string(argv[k]);
  tali::mpi::detail::agreement agreed(all->comm());
  agreed.add("command line", text);
  agreed.check();
}

int run_on_all(int argc, char** argv) {
  agree_on_arguments(argc, argv);
  tool::share_gpus(all->place_on_machine());
  return tool::run("tali-mpi: the ranks of MPI share a command's work.", "tali", add_commands, argc, argv);
}

int start(int argc, char** argv) {
  const session mpi(argc, argv);
  tool::mpi::world world;
  all = &world;
  if (world.rank() != 0) be_silent();
  // mpirun ends all ranks after one has ended with a failure. So no rank ends before rank 0 has printed the
  // reason.
  int code = tool::run_safely(run_on_all, argc, argv);
  MPI_Bcast(&code, 1, MPI_INT, 0, world.comm());
  return code;
}

}  // namespace

int main(int argc, char** argv) { return tool::run_safely(start, argc, argv); }
