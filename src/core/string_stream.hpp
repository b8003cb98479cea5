// SPDX-License-Identifier: Apache-2.0
// A stream into a string that reports when memory runs out. A std::ostringstream swallows the exception and
// continues with what it has: half a text, which a file would then hold.
#pragma once

#include <ios>
#include <sstream>

namespace tali {

/// Throws std::bad_alloc from << where memory runs out.
class string_stream : public std::ostringstream {
 public:
  string_stream() { exceptions(std::ios::badbit); }
};

}  // namespace tali
