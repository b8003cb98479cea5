// SPDX-License-Identifier: Apache-2.0
// tali completion: scripts with which shells complete the command line.
#include <memory>
#include <string>

#include <CLI/CLI.hpp>
#include <fmt/core.h>

#include "completion/script.hpp"
#include "errors.hpp"
#include "external.hpp"
#include "subcommands.hpp"

namespace tali::tool {

void add_completion(CLI::App& app) {
  auto* const command =
      app.add_subcommand("completion", "Print a script with which a shell completes tali's line");
  auto shell = std::make_shared<std::string>();
  command->add_option("SHELL", *shell, "Whose script")->type_name("bash|zsh|fish");
  command->footer(
      "For this session: source <(tali completion bash). To stay, the file is\n"
      "  bash: ~/.local/share/bash-completion/completions/tali\n"
      "  zsh:  _tali in a folder of $fpath\n"
      "  fish: ~/.config/fish/completions/tali.fish");
  command->callback([&app, shell] {
    using script = std::string (*)(const nlohmann::ordered_json&);
    const script make = *shell == "bash"   ? &completion::bash_script
                        : *shell == "zsh"  ? &completion::zsh_script
                        : *shell == "fish" ? &completion::fish_script
                                           : nullptr;
    if (make == nullptr) {
      throw usage_error(fmt::format("SHELL is {}; allowed: bash, zsh, fish",
                                    shell->empty() ? "missing" : "'" + *shell + "'"));
    }
    fmt::print("{}", make(describe_all(app)));
  });
}

}  // namespace tali::tool
