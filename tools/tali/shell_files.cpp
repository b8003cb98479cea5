// SPDX-License-Identifier: Apache-2.0
// tali completion, tali man: print files that the build has made from the parser (shell_files.py).
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <string>

#include <fmt/core.h>

#include "errors.hpp"
#include "external.hpp"
#include "subcommands.hpp"

namespace tali::tool {

namespace {

/// @param command  the command's name, for the error
/// @param places   relative to the program: in a build, in an installation
void print_file(const char* command, std::initializer_list<std::string> places) {
  for (const std::string& place : places) {
    std::ifstream file(program_directory() / place, std::ios::binary);
    if (!file) continue;
    fmt::print("{}", std::string(std::istreambuf_iterator<char>(file), {}));
    return;
  }
  throw usage_error(fmt::format("'{}' needs the file {}, which is not next to tali; 'make build' makes it",
                                command, *places.begin()));
}

}  // namespace

void add_completion(const parser& app) {
  const parser command = app.add_command("completion", "Print the completion script for a shell");
  auto shell = std::make_shared<std::string>();
  command.add("SHELL", *shell, "bash|zsh|fish", "The shell");
  command.footer(
      "For this session: source <(tali completion bash). To install it, save it as\n"
      "  bash: ~/.local/share/bash-completion/completions/tali\n"
      "  zsh:  _tali in a folder of $fpath\n"
      "  fish: ~/.config/fish/completions/tali.fish");
  command.does([shell] {
    const std::string built = "share/tali." + *shell;
    if (*shell == "bash")
      return print_file("completion", {built, "../share/bash-completion/completions/tali"});
    if (*shell == "zsh") return print_file("completion", {built, "../share/zsh/site-functions/_tali"});
    if (*shell == "fish")
      return print_file("completion", {built, "../share/fish/vendor_completions.d/tali.fish"});
    throw argument_error("SHELL", shell->empty() ? argument_value("") : quoted(*shell), "",
                         {"bash", "zsh", "fish"});
  });
}

void add_man(const parser& app) {
  const parser command = app.add_command("man", "Print the manual page");
  command.footer("To read it: tali man | man -l -");
  command.does([] { print_file("man", {"share/tali.1", "../share/man/man1/tali.1"}); });
}

}  // namespace tali::tool
