// SPDX-License-Identifier: Apache-2.0
#include "external.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>

#include <CLI/CLI.hpp>
#include <fmt/core.h>
#include <unistd.h>

namespace tali::tool {

namespace {

struct external {
  const char* name;
  const char* program;
  const char* option;  ///< of CMake, that builds it
  const char* summary;
};

constexpr external externals[] = {
    {"bench", "tali-bench", "TALI_BENCH", "Times fills beside plain stores and other libraries"},
    {"certify", "tali-lab", "TALI_LAB",
     "Tests the numbers of an engine or a distribution, and writes a page about it"},
    {"normal", "tali-lab", "TALI_LAB", "The tables of the normals: what they are and how they were made"},
    {"mtgp", "tali-lab", "TALI_LAB", "Parameter sets of MTGP: search, verify, equidistribution"},
    {"rejection", "tali-lab", "TALI_LAB",
     "The law of rejection sampling by groups of lanes, and plans by it"}};

/// Where this program lies.
std::filesystem::path own_directory(const char* called_as) {
  std::error_code failed;
  const auto self = std::filesystem::read_symlink("/proc/self/exe", failed);
  return failed ? std::filesystem::path(called_as).parent_path() : self.parent_path();
}

}  // namespace

int run_external(int argc, char** argv) {
  if (argc < 2) return -1;
  for (const external& e : externals) {
    if (std::string_view(argv[1]) != e.name) continue;
    const std::string program = (own_directory(argv[0]) / e.program).string();
    execv(program.c_str(), argv);
    const std::string reason = errno == ENOENT
                                   ? fmt::format("it was not built; allowed: a build with -D{}=ON", e.option)
                                   : std::string(std::strerror(errno));
    fmt::print(stderr, "tali: '{}' needs the program {}: {}\n", e.name, program, reason);
    return 2;
  }
  return -1;
}

void add_external(CLI::App& app) {
  for (const external& e : externals) app.add_subcommand(e.name, e.summary);
}

}  // namespace tali::tool
