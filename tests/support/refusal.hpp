// SPDX-License-Identifier: Apache-2.0
// What a call is refused with.
#pragma once

#include <string>

#include <tali/error.hpp>

namespace tali::test {

/// The message of the argument_error that f() throws, or "accepted".
template <class F>
std::string refusal(const F& f) {
  try {
    f();
  } catch (const argument_error& e) {
    return e.what();
  }
  return "accepted";
}

}  // namespace tali::test
