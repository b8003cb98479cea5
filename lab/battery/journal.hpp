// SPDX-License-Identifier: Apache-2.0
// A battery's results so far, in a file that outlives the run: one line of JSON for the sequence and the
// battery, then one line per finished test. Tests that did not finish have no line, so they run again.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "task.hpp"

namespace tali::lab {

/// The subject of all lines of a journal.
struct subject {
  std::string battery;
  std::string sequence;  ///< the flags that name it

  bool operator==(const subject&) const = default;
};

class journal {
 public:
  /// Resumes the file if it exists; removes a last line that a crash has truncated.
  /// @param path  empty: nothing is stored
  /// @throws std::runtime_error if the file has another subject, is damaged, or cannot be written
  journal(std::string path, const subject& about);

  [[nodiscard]] const std::map<int, outcome>& finished() const { return finished_; }

  /// Stores a finished test; it is on the disk on return.
  void add(int test, const outcome& o);

 private:
  void read();
  void append(const std::string& line);

  std::string path_;
  subject about_;
  std::map<int, outcome> finished_;
};

}  // namespace tali::lab
