// SPDX-License-Identifier: Apache-2.0
// A string stream that throws if memory is exhausted. A std::ostringstream ignores the exception and
// continues with a truncated text, which would then be written to a file.
#pragma once

#include <ios>
#include <sstream>

namespace tali {

/// << throws std::bad_alloc if memory is exhausted.
class string_stream : public std::ostringstream {
 public:
  string_stream() { exceptions(std::ios::badbit); }
};

}  // namespace tali
