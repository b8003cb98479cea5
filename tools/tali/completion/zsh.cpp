// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/core.h>

#include "script.hpp"

namespace tali::tool::completion {

namespace {

std::string function_of(std::string path) {
  std::replace(path.begin(), path.end(), ' ', '_');
  return "_" + path;
}

std::string flag_of(const ordered_json& o) { return o.at("names").back().get<std::string>(); }

/// What completes a value.
std::string action_of(const ordered_json& o) {
  // The space keeps _arguments from adding words of its own to the call.
  if (takes_parameters(o)) return " _tali_named " + flag_of(o) + " " + joined(words_of(o));
  switch (kind_of(o)) {
    case kind::words:
      return "(" + joined(words_of(o)) + ")";
    case kind::file:
      return "_files";
    case kind::directory:
      return "_files -/";
    default:
      return "";
  }
}

/// The message for what completes a value, and how.
std::string message_of(const ordered_json& o) {
  return ":" + escaped(text_of(o, "value"), "\\:") + ":" + action_of(o);
}

/// One line for _arguments a name, all of them exclusive.
std::string specification_of(const ordered_json& o) {
  if (is_argument(o)) return fmt::format("    {} \\\n", shell_quoted(":" + message_of(o).substr(1)));
  std::vector<std::string> names;
  for (const auto& name : o.at("names")) names.push_back(name.get<std::string>());
  const bool has_value = kind_of(o) != kind::nothing;
  const std::string exclusive = names.size() > 1 ? "(" + joined(names) + ")" : "";
  std::string all;
  for (const std::string& name : names) {
    const char* const glue = !has_value ? "" : name.starts_with("--") ? "=" : "+";
    all += fmt::format("    {} \\\n",
                       shell_quoted(exclusive + name + glue + "[" + escaped(text_of(o, "summary"), "\\[]") +
                                    "]" + (has_value ? message_of(o) : "")));
  }
  return all;
}

std::string function_text(const std::string& path, const ordered_json& command) {
  std::string specifications, commands, branches;
  for (const ordered_json& o : command.at("options")) specifications += specification_of(o);
  for (const ordered_json& c : command.at("commands")) {
    const std::string name = text_of(c, "name");
    commands += fmt::format("        {}\n", shell_quoted(name + ":" + escaped(text_of(c, "summary"), "\\:")));
    branches += fmt::format("        {}) {} ;;\n", shell_quoted(name), function_of(path + " " + name));
  }
  if (commands.empty()) {
    return fmt::format("{}() {{\n  _arguments -S \\\n{}    && return\n}}\n\n", function_of(path),
                       specifications);
  }
  return fmt::format(R"({}() {{
  local curcontext=$curcontext state line
  typeset -A opt_args
  _arguments -C -S \
{}    '1: :->command' \
    '*:: :->rest' && return
  case $state in
    command)
      local -a commands=(
{}      )
      _describe -t commands command commands
      ;;
    rest)
      case $words[1] in
{}      esac
      ;;
  esac
}}

)",
                     function_of(path), specifications, commands, branches);
}

/// The function that completes a name and, behind its colon, parameters.
std::string named_text() {
  std::string branches;
  for (const auto& [words, names] : words_of_parameters()) {
    std::vector<std::string> patterns;
    for (const std::string& name : names) patterns.push_back(shell_quoted(name));
    branches += fmt::format("    {}) offered=({}) ;;\n", joined(patterns, " | "), words);
  }
  return fmt::format(
      R"(# _tali_named FLAG NAME...: one of the names, or what may stand behind it: --dist gamma:shape=2,sc
_tali_named() {{
  local flag=$1
  shift
  if [[ $PREFIX != *:* ]]; then
    compadd -- "$@"
    return
  fi
  local -a offered
  case "$flag ${{PREFIX%%:*}}" in
{}  esac
  local last=${{PREFIX##*[:,]}}
  IPREFIX+=${{PREFIX%"$last"}}
  PREFIX=$last
  compadd -S '' -- $offered
}}

)",
      branches);
}

}  // namespace

std::string zsh_script(const ordered_json& tali) {
  std::string all =
      "#compdef tali\n# zsh completion of tali. Made by: tali completion zsh\n\n" + named_text();
  each_command(tali, [&](const std::string& path, const ordered_json& command) {
    all += function_text(path, command);
  });
  // Autoloaded, the file is the function's body; sourced, it makes the function known.
  return all + R"(if [[ $funcstack[1] == _tali ]]; then
  _tali "$@"
else
  compdef _tali tali
fi
)";
}

}  // namespace tali::tool::completion
