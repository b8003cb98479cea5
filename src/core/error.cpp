// SPDX-License-Identifier: Apache-2.0
// Errors about an argument that must be one of several names.
#include <tali/error.hpp>

#include "core/suggestion.hpp"

namespace tali {

namespace {

std::string suggestion_of(const argument_value& value, const std::string& expected,
                          const std::vector<std::string>& choices) {
  // If `expected` is set, the name is known but not valid here, so it is not misspelt.
  return expected.empty() ? detail::nearest(value.text, choices) : std::string();
}

}  // namespace

argument_error::argument_error(argument_name argument, argument_value value, std::string expected,
                               std::vector<std::string> choices)
    : argument_error(sentence(argument, value, expected, choices, suggestion_of(value, expected, choices)),
                     std::move(argument), std::move(value), std::move(expected)) {
  suggestion_ = suggestion_of(value_, expected_, choices);
  choices_ = std::move(choices);
}

std::string argument_error::sentence(const argument_name& argument, const argument_value& value,
                                     const std::string& expected, const std::vector<std::string>& choices,
                                     const std::string& suggestion) {
  if (choices.empty()) return sentence(argument, value, expected);
  std::string list;
  for (const std::string& name : choices) list += (list.empty() ? "" : ", ") + name;
  if (!expected.empty()) return sentence(argument, value, expected) + ": " + list;
  const bool missing = value.text.empty() && !value.in_quotes;
  const std::string wrong =
      missing ? argument.text() + " is missing" : "unknown " + argument.text() + ' ' + shown(value);
  if (suggestion.empty()) return wrong + "; choose from " + list;
  return wrong + "; did you mean '" + suggestion + "'? (choose from " + list + ")";
}

argument_error argument_error::renamed(std::string name) const {
  return {argument_name(std::move(name), argument_.index), value_, expected_, choices_};
}

}  // namespace tali
