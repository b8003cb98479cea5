// SPDX-License-Identifier: Apache-2.0
// A stream into a string that says where memory runs out. A std::ostringstream keeps the exception to itself
// and goes on with what it has: half of a text, which a file would then hold.
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
