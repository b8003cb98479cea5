// SPDX-License-Identifier: Apache-2.0
// A file to which finished sets are appended, so that a search can be interrupted at any time.
//
// The first line names everything on which the sets depend. Every other line is a record: cost, the set as a
// catalogue's line, and a checksum. Text after the last complete line, which an interruption leaves, is
// dropped. An altered line is skipped, and its set is searched again.
#pragma once

#include <string>
#include <vector>

#include "creator.hpp"

namespace tali::lab::mtgp {

template <mtgp_word Word>
class checkpoint {
 public:
  /// Opens the file, or creates it.
  /// @throws argument_error if it was made with another exponent, word size, seed or effort
  /// @throws io_error
  checkpoint(std::string name, const creation& c);

  [[nodiscard]] const resumed& held() const { return held_; }
  /// The file's records, by ID; each ID once.
  [[nodiscard]] const std::vector<created<Word>>& records() const { return records_; }

  /// Adds a record; it is on disk on return.
  /// @throws io_error
  void append(const created<Word>& record);

 private:
  std::string name_;
  resumed held_;
  std::vector<created<Word>> records_;
};

}  // namespace tali::lab::mtgp
