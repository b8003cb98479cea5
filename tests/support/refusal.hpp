// SPDX-License-Identifier: Apache-2.0
// What a call is refused with, as fields: how the sentence is worded is for tests/data/messages.txt.
#pragma once

#include <string>

#include <tali/error.hpp>

namespace tali::test {

/// The argument and its value, and the choices where it is one of some names: "scale is -1",
/// "type is 'f16': f32, f64".
inline std::string fields_of(const argument_error& e) {
  const std::string value = e.is_quoted() ? "'" + e.value() + "'" : e.value().empty() ? "missing" : e.value();
  std::string text = argument_name(e.argument(), e.index()).text() + " is " + value;
  for (const std::string& choice : e.choices())
    text += (choice == e.choices().front() ? ": " : ", ") + choice;
  return e.expected().empty() && e.choices().empty() ? text + ", and nothing would be right" : text;
}

/// The fields of the argument_error that f() throws, or "accepted".
template <class F>
std::string refusal(const F& f, bool with_expected = false) {
  try {
    f();
  } catch (const argument_error& e) {
    return with_expected ? fields_of(e) + "; " + e.expected() : fields_of(e);
  }
  return "accepted";
}

}  // namespace tali::test
