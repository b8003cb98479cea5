// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include "script.hpp"

namespace tali::tool::completion {

namespace {

/// Between single quotes, as fish reads it.
std::string in_quotes(const std::string& text) { return "'" + escaped(text, "\\'") + "'"; }

/// The words of an option, and what completes their parameters.
std::string candidates_of(const ordered_json& o) {
  std::string all = joined(words_of(o));
  if (takes_parameters(o)) {
    all += fmt::format(" (__tali_parameters {})", o.at("names").back().get<std::string>());
  }
  return all;
}

/// The branches of __tali_parameters.
std::string parameters_text() {
  std::string all;
  for (const auto& [words, names] : words_of_parameters()) {
    all += "        case";
    for (const std::string& name : names) all += " " + in_quotes(name);
    all += "\n            set words " + words + "\n";
  }
  return all;
}

/// A line for an option, an argument's words or nothing.
std::string option_line(const std::string& condition, const ordered_json& o) {
  std::string line = "complete -c tali -n " + condition;
  for (const auto& n : o.at("names")) {
    const std::string name = n.get<std::string>();
    line += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
  }
  switch (kind_of(o)) {
    case kind::nothing:
      break;
    case kind::words:
      line += fmt::format("{} -a {}", is_argument(o) ? "" : " -x", in_quotes(candidates_of(o)));
      break;
    case kind::file:
      line += is_argument(o) ? " -F" : " -r -F";
      break;
    case kind::directory:
      line += " -x -a '(__fish_complete_directories)'";
      break;
    case kind::any:
      line += is_argument(o) ? "" : " -x";
      break;
  }
  return line + " -d " + in_quotes(text_of(o, "summary")) + "\n";
}

}  // namespace

std::string fish_script(const ordered_json& tali) {
  const std::string root = text_of(tali, "name");
  std::string paths, lines;
  each_command(tali, [&](const std::string& path, const ordered_json& command) {
    if (path != root) paths += " " + in_quotes(path);
    const std::string condition = in_quotes("__tali_at " + path);
    for (const ordered_json& c : command.at("commands")) {
      lines += fmt::format("complete -c tali -n {} -a {} -d {}\n", condition, in_quotes(text_of(c, "name")),
                           in_quotes(text_of(c, "summary")));
    }
    for (const ordered_json& o : command.at("options")) lines += option_line(condition, o);
  });
  return fmt::format(R"(# fish completion of tali. Made by: tali completion fish
function __tali_at --description 'Whether the command line stands at this command'
    set -l at tali
    set -l words (commandline -opc)
    for word in $words[2..-1]
        switch "$at $word"
            case{}
                set at "$at $word"
        end
    end
    test "$at" = "$argv"
end
function __tali_parameters --description 'The value with one parameter more behind its colon: gamma:shape=2,scale='
    set -l value (commandline -ct | string replace -r '^--[^=]*=' '')
    string match -q '*:*' -- $value; or return
    set -l words
    switch "$argv "(string replace -r ':.*' '' -- $value)
{}    end
    set -l before (string replace -r '[^:,]*$' '' -- $value)
    for word in $words
        echo $before$word
    end
end
complete -c tali -f
)",
                     paths, parameters_text()) +
         lines;
}

}  // namespace tali::tool::completion
