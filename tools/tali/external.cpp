// SPDX-License-Identifier: Apache-2.0
#include "external.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string>
#include <string_view>

#include <fmt/core.h>

#include "errors.hpp"
#include "system.hpp"

namespace tali::tool {

namespace {

struct external {
  const char* name;
  const char* program;
  const char* option;  ///< the CMake option that builds it
  const char* summary;
};

constexpr external externals[] = {
    {"bench", "tali-bench", "TALI_BENCH",
     "Measure throughput, with plain stores and other libraries for comparison"},
    {"certify", "tali-lab", "TALI_LAB",
     "Test a sequence with all of tali's tests, and write its certificate"},
    {"identify", "tali-lab", "TALI_LAB", "Find the engine, seed, index and distribution of given numbers"},
    {"normal", "tali-lab", "TALI_LAB", "Normal numbers: tests, and the warp Gaussian's tables"},
    {"mtgp", "tali-lab", "TALI_LAB", "Parameter sets of MTGP: search, equidistribution, verification"},
    {"rejection", "tali-lab", "TALI_LAB", "Rejection loops on warps: law, plan, experiment"}};

/// Replaces this process by a program in the same folder.
/// @returns the exit status if it cannot be started
int become(const char* subcommand, const char* program_name, const char* option, char** argv) {
  const std::string program = (program_directory(argv[0]) / program_name).string();
  become_program(program, argv);
  const std::string reason =
      errno == ENOENT ? fmt::format("it is not next to tali; 'make build' with -D{}=ON builds it", option)
                      : std::string(std::strerror(errno));
  say_on_stderr(fmt::format("tali: '{}' needs the program {}: {}\n", subcommand, program, reason));
  return 2;
}

}  // namespace

std::filesystem::path program_directory(const char* called_as) {
  return this_program().value_or(called_as).parent_path();
}

int run_external(int argc, char** argv) {
  if (argc < 2) return -1;
  const std::string_view command = argv[1];
  const bool takes_mpi = command == "gen" || command == "certify" || command == "normal" || command == "mtgp";
  if (takes_mpi && std::any_of(argv + 2, argv + argc, [](std::string_view a) { return a == "--mpi"; })) {
    return become("--mpi", "tali-mpi", "TALI_MPI", argv);
  }
  for (const external& e : externals) {
    if (command == e.name) return become(e.name, e.program, e.option, argv);
  }
  return -1;
}

void add_external(const parser& app) {
  for (const external& e : externals) (void)app.add_command(e.name, e.summary);
}

}  // namespace tali::tool
