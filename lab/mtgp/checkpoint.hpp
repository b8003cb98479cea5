// SPDX-License-Identifier: Apache-2.0
// A file of finished sets, so that a search can be interrupted at any time.
#pragma once

#include <string>
#include <vector>

#include "creator.hpp"

namespace tali::lab::mtgp {

template <mtgp_word Word>
class checkpoint {
 public:
  /// Reads the file, or begins it.
  /// @throws argument_error for a damaged file, or one of another exponent, word size, seed or effort;
  /// io_error
  checkpoint(std::string name, const creation& c);

  [[nodiscard]] const std::vector<created<Word>>& records() const { return records_; }

  /// Adds a record; it is on disk on return.
  /// @throws io_error
  void append(const created<Word>& record);

 private:
  void write() const;

  std::string name_, of_;
  std::vector<created<Word>> records_;
};

}  // namespace tali::lab::mtgp
