// SPDX-License-Identifier: Apache-2.0
// Completion scripts, made from the description of the parser (describe.hpp).
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace tali::tool::completion {

using nlohmann::ordered_json;

std::string bash_script(const ordered_json& tali);
std::string zsh_script(const ordered_json& tali);
std::string fish_script(const ordered_json& tali);

/// What can follow an option, or stand as an argument.
enum class kind {
  nothing,    ///< a flag
  words,      ///< one of words_of()
  file,       ///< the name of a file
  directory,  ///< the name of a directory
  any         ///< what nobody can list, such as a number
};
kind kind_of(const ordered_json& option);

/// The values that can be listed.
std::vector<std::string> words_of(const ordered_json& option);

/// What stands behind a name and a colon, as in --dist gamma:shape=2: parameters, each with its equals sign,
/// and the flags with names that take them ("--dist gamma").
using parameter_words = std::map<std::string, std::vector<std::string>>;
parameter_words words_of_parameters();

/// Whether an option takes names with parameters.
bool takes_parameters(const ordered_json& option);

/// Calls f for a command and all below it. A path is "tali mtgp search".
using visitor = std::function<void(const std::string& path, const ordered_json& command)>;
void each_command(const ordered_json& command, const visitor& f, const std::string& above = "");

/// Whether an option is an argument without a flag.
bool is_argument(const ordered_json& option);

std::string text_of(const ordered_json& j, const char* key);
std::string joined(const std::vector<std::string>& words, const char* separator = " ");

/// With a backslash before each of these letters.
std::string escaped(const std::string& text, const char* letters);

/// Between single quotes, as bash and zsh read it.
std::string shell_quoted(const std::string& text);

}  // namespace tali::tool::completion
