// SPDX-License-Identifier: Apache-2.0
// tali man: the manual page, made from the parser, in the language of man(7).
#include <algorithm>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <tali/version.hpp>

#include "completion/script.hpp"
#include "external.hpp"
#include "names.hpp"
#include "subcommands.hpp"

namespace tali::tool {

namespace {

using completion::text_of;
using nlohmann::ordered_json;

/// Text as roff has it: a minus is a minus, and no line begins with a request.
std::string roff(std::string_view text) {
  std::string out;
  bool line_begins = true;
  for (const char c : text) {
    if (line_begins && (c == '.' || c == '\'')) out += "\\&";
    line_begins = c == '\n';
    switch (c) {
      case '\\':
        out += "\\e";
        break;
      case '-':
        out += "\\-";
        break;
      case '\'':
        out += "\\(aq";
        break;
      case '^':
        out += "\\(ha";
        break;
      case '~':
        out += "\\(ti";
        break;
      case '`':
        out += "\\(ga";
        break;
      default:
        out += c;
    }
  }
  return out;
}

/// The heading that options have unless they are given another.
constexpr const char* usual_group = "Options";

std::string bold(std::string_view text) { return "\\fB" + roff(text) + "\\fR"; }
std::string italic(std::string_view text) { return "\\fI" + roff(text) + "\\fR"; }

/// A term and what it means.
std::string entry(const std::string& term, const std::string& meaning) {
  return fmt::format(".TP\n{}\n{}\n", term, meaning);
}

std::string option_entry(const ordered_json& o) {
  std::string term;
  for (const auto& name : o.at("names")) {
    term += (term.empty() ? "" : ", ") + bold(name.get<std::string>());
  }
  const std::string value = text_of(o, "value"), usual = text_of(o, "default");
  if (!value.empty()) term += (term.empty() ? "" : " ") + italic(value);
  std::string meaning = roff(text_of(o, "summary"));
  if (completion::is_argument(o) && !o.at("choices").empty()) {
    meaning += ": " + roff(completion::joined(completion::words_of(o), ", "));
  }
  if (!usual.empty()) meaning += fmt::format(" (default: {})", roff(usual));
  return entry(term, meaning);
}

/// Arguments, then options under the headings of the help. Every command has --help, which goes without
/// saying.
std::string options_of(const ordered_json& command) {
  std::string text;
  std::vector<std::string> groups;
  for (const ordered_json& o : command.at("options")) {
    const std::string group = text_of(o, "group");
    if (std::find(groups.begin(), groups.end(), group) == groups.end()) groups.push_back(group);
    if (completion::is_argument(o)) text += option_entry(o);
  }
  for (const std::string& group : groups) {
    if (group != usual_group) text += fmt::format(".PP\n{}\n", bold(group + ":"));
    for (const ordered_json& o : command.at("options")) {
      const bool is_help = !completion::is_argument(o) && o.at("names").back() == "--help";
      if (text_of(o, "group") == group && !completion::is_argument(o) && !is_help) text += option_entry(o);
    }
  }
  return text;
}

/// A footer, line by line.
std::string lines_of(const std::string& footer) {
  std::istringstream in(footer);
  std::string text;
  for (std::string line; std::getline(in, line);) {
    text += (text.empty() ? ".PP\n" : ".br\n") + roff(line) + "\n";
  }
  return text;
}

std::string section_of(const std::string& path, const ordered_json& command) {
  std::string usage = bold(path);
  for (const ordered_json& o : command.at("options")) {
    if (completion::is_argument(o)) usage += " [" + italic(text_of(o, "value")) + "]";
  }
  // Every command has --help.
  const bool has_commands = !command.at("commands").empty();
  if (!has_commands || command.at("options").size() > 1) usage += " [" + italic("OPTION") + "]...";
  if (has_commands)
    usage += command.at("options").size() < 2 ? " " + italic("COMMAND") : " [" + italic("COMMAND") + "]";
  return fmt::format(".SS {}\n{}.\n{}{}", usage, roff(text_of(command, "summary")), options_of(command),
                     lines_of(text_of(command, "footer")));
}

std::string section_of(const char* heading, const std::vector<name_and_summary>& names) {
  std::string text = fmt::format(".SH {}\n", heading);
  for (const name_and_summary& n : names) text += entry(bold(n.name), roff(n.summary));
  return text;
}

std::string page(const ordered_json& tali) {
  std::string text = fmt::format(
      R"(.\" Made by: tali man
.TH TALI 1 "" "tali {}" "User Commands"
.SH NAME
tali \- random numbers for GPUs and CPUs
.SH SYNOPSIS
.B tali
.I COMMAND
.RI [ OPTION ]...
.SH DESCRIPTION
{}
.SH OPTIONS
{}{}.SH COMMANDS
)",
      version(), roff(text_of(tali, "summary")),
      entry(bold("-h") + ", " + bold("--help"), "Of tali and of every command: what it takes."),
      options_of(tali));
  completion::each_command(tali, [&](const std::string& path, const ordered_json& command) {
    if (path != text_of(tali, "name")) text += section_of(path, command);
  });
  return text + section_of("ENGINES", engine_names()) + section_of("DISTRIBUTIONS", distribution_names()) +
         R"(.SH EXIT STATUS
.TP
0
Success, and a pipe that its reader closed.
.TP
1
A check failed.
.TP
2
Something was refused: one line on standard error names the flag, its value and what is allowed.
.SH SEE ALSO
.BR shuf (1)
)";
}

}  // namespace

void add_man(CLI::App& app) {
  auto* const command = app.add_subcommand("man", "Print the manual page");
  command->footer("To read it: tali man | man -l -");
  command->callback([&app] { fmt::print("{}", page(describe_all(app))); });
}

}  // namespace tali::tool
