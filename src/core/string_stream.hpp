// SPDX-License-Identifier: Apache-2.0
// A stream into a string that reports when memory runs out. A std::ostringstream ignores the exception and
// continues with a truncated text, which would then be written to a file.
#pragma once

#include <ios>
#include <sstream>

namespace tali {

/// Throws std::bad_alloc from << if memory runs out.
class string_stream : public std::ostringstream {
 public:
  string_stream() { exceptions(std::ios::badbit); }
};

}  // namespace tali
