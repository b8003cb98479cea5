// SPDX-License-Identifier: Apache-2.0
// A file that finished sets are appended to, so that a search can be interrupted at any time.
//
// The first line names what the sets depend on. Every other line is a record: cost, the set as a catalogue's
// line, and a checksum. What an interruption has left behind the last whole line is dropped; a line that was
// altered is passed over, and its set is searched for again.
#pragma once

#include <string>
#include <vector>

#include "creator.hpp"

namespace tali::lab::mtgp {

template <mtgp_word Word>
class checkpoint {
 public:
  /// Opens the file, or begins it.
  /// @throws argument_error if it was made with another exponent, word size, seed or effort
  /// @throws io_error
  checkpoint(std::string name, const creation& c);

  [[nodiscard]] const resumed& held() const { return held_; }
  /// What the file held, by ID; an ID once.
  [[nodiscard]] const std::vector<created<Word>>& records() const { return records_; }

  /// Adds a record; it is on disk when this returns.
  /// @throws io_error
  void append(const created<Word>& record);

 private:
  std::string name_;
  resumed held_;
  std::vector<created<Word>> records_;
};

}  // namespace tali::lab::mtgp
