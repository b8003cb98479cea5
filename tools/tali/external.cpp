// SPDX-License-Identifier: Apache-2.0
#include "external.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>

#include <CLI/CLI.hpp>
#include <fcntl.h>
#include <fmt/core.h>
#include <nlohmann/json.hpp>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "describe.hpp"
#include "errors.hpp"
#include "run.hpp"

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
    {"identify", "tali-lab", "TALI_LAB",
     "Find the engine, seed, index and distribution that numbers are from"},
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

/// What a program prints of its parser; nothing where it is not there or is of an older tali.
std::string description_from(const std::string& program) {
  int pipe_ends[2];
  if (pipe2(pipe_ends, O_CLOEXEC) != 0) return {};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, pipe_ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  std::string name = program, request = describe_request;
  char* const arguments[] = {name.data(), request.data(), nullptr};
  pid_t child = 0;
  const bool started = posix_spawn(&child, program.c_str(), &actions, nullptr, arguments, environ) == 0;
  posix_spawn_file_actions_destroy(&actions);
  close(pipe_ends[1]);
  std::string text;
  std::array<char, 1 << 16> piece;
  while (started) {
    const ssize_t n = read(pipe_ends[0], piece.data(), piece.size());
    if (n > 0) text.append(piece.data(), static_cast<std::size_t>(n));
    if (n == 0 || (n < 0 && errno != EINTR)) break;
  }
  close(pipe_ends[0]);
  if (started) waitpid(child, nullptr, 0);
  return text;
}

/// Becomes a program beside this one.
/// @returns the exit status where it cannot be started
int become(const char* what, const char* program_name, const char* option, char** argv) {
  const std::string program = (own_directory(argv[0]) / program_name).string();
  execv(program.c_str(), argv);
  const std::string reason =
      errno == ENOENT ? fmt::format("it is not beside tali; 'make build' builds it, with -D{}=ON", option)
                      : std::string(std::strerror(errno));
  say_on_stderr(fmt::format("tali: '{}' needs the program {}: {}\n", what, program, reason));
  return 2;
}

}  // namespace

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

nlohmann::ordered_json describe_all(const CLI::App& app) {
  using nlohmann::ordered_json;
  ordered_json all = describe(app);
  std::string asked;
  for (const external& e : externals) {
    if (asked == e.program) continue;
    asked = e.program;
    const ordered_json theirs =
        ordered_json::parse(description_from((own_directory("") / e.program).string()), nullptr, false);
    if (theirs.is_discarded()) continue;
    for (const ordered_json& full : theirs.at("commands")) {
      for (ordered_json& named : all.at("commands")) {
        if (named.at("name") == full.at("name")) named = full;
      }
    }
  }
  return all;
}

void add_external(CLI::App& app) {
  for (const external& e : externals) app.add_subcommand(e.name, e.summary);
}

}  // namespace tali::tool
