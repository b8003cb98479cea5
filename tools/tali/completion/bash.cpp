// SPDX-License-Identifier: Apache-2.0
#include <map>

#include <fmt/core.h>

#include "script.hpp"

namespace tali::tool::completion {

namespace {

/// Cases of the same answer share a branch.
class branches {
 public:
  void add(const std::string& answer, const std::string& pattern) {
    patterns_[answer].push_back(shell_quoted(pattern));
  }
  [[nodiscard]] std::string text(const char* indent) const {
    std::string all;
    for (const auto& [answer, patterns] : patterns_) {
      all += fmt::format("{}{})\n{}  {} ;;\n", indent, joined(patterns, " | "), indent, answer);
    }
    return all;
  }

 private:
  std::map<std::string, std::vector<std::string>> patterns_;
};

/// What stands behind an option.
std::string answer_to(const ordered_json& option) {
  switch (kind_of(option)) {
    case kind::words:
      return "words=" + shell_quoted(joined(words_of(option)));
    case kind::file:
      return "names=-f";
    case kind::directory:
      return "names=-d";
    default:
      return "return";
  }
}

/// What stands behind a name and a colon.
std::string parameters_text(const char* indent) {
  branches all;
  for (const auto& [words, names] : words_of_parameters()) {
    for (const std::string& name : names) all.add("words=" + shell_quoted(words), name);
  }
  return all.text(indent);
}

}  // namespace

std::string bash_script(const ordered_json& tali) {
  branches commands, values, own;
  each_command(tali, [&](const std::string& path, const ordered_json& command) {
    if (path != text_of(tali, "name")) commands.add("at+=\" $word\"", path);
    std::vector<std::string> options, words;
    std::string names;
    for (const ordered_json& c : command.at("commands")) words.push_back(text_of(c, "name"));
    for (const ordered_json& o : command.at("options")) {
      const kind k = kind_of(o);
      for (const auto& name : o.at("names")) {
        options.push_back(name.get<std::string>());
        if (k != kind::nothing) values.add(answer_to(o), path + " " + options.back());
      }
      if (!is_argument(o)) continue;
      for (const std::string& w : words_of(o)) words.push_back(w);
      if (k == kind::file) names = " names=-f";
    }
    own.add(fmt::format("options={} words={}{}", shell_quoted(joined(options)), shell_quoted(joined(words)),
                        names),
            path);
  });
  return fmt::format(R"(# bash completion of tali. Made by: tali completion bash
_tali() {{
  local at=tali word i options words names
  for ((i = 1; i < COMP_CWORD; ++i)); do
    word=${{COMP_WORDS[i]}}
    case "$at $word" in
{}    esac
  done
  local current=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD - 1]}}
  if [[ $current == = ]]; then # --flag=value comes as three words
    current=
  elif [[ $previous == = ]]; then
    previous=${{COMP_WORDS[COMP_CWORD - 2]}}
  fi
  COMPREPLY=()
  local value= last k # a colon is a word of its own: --dist gamma:shape=2,sc comes as six
  for ((k = COMP_CWORD; k > 0; --k)); do
    [[ ${{COMP_WORDS[k]}} == -* ]] && break
    value=${{COMP_WORDS[k]}}$value
  done
  value=${{value#=}}
  if [[ $value == *:* ]]; then
    case "${{COMP_WORDS[k]}} ${{value%%:*}}" in
{}    esac
    last=${{value##*[:,]}}
    if [[ -n $words && $last != *=* ]]; then
      [[ $current == : ]] && current=
      compopt -o nospace 2> /dev/null
      COMPREPLY=($(compgen -P "${{current%"$last"}}" -W "$words" -- "$last"))
    fi
    return
  fi
  case "$at $previous" in
{}    *)
      case $at in
{}      esac
      if [[ $current == -* || -z $words$names ]]; then
        words=$options
        names=
      fi
      ;;
  esac
  if [[ -n $names ]]; then
    compopt -o filenames 2> /dev/null
    local IFS=$'\n'
    COMPREPLY=($(compgen "$names" -- "$current"))
  else
    COMPREPLY=($(compgen -W "$words" -- "$current"))
  fi
}}
complete -F _tali tali
)",
                     commands.text("      "), parameters_text("      "), values.text("    "),
                     own.text("        "));
}

}  // namespace tali::tool::completion
