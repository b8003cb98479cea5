// SPDX-License-Identifier: Apache-2.0
// What a battery has found so far, in a file that outlives the run: a line of JSON for the sequence and the
// battery, and one for every test that has finished. Tests that did not finish leave no line, so that they
// are run again.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "task.hpp"

namespace tali::lab {

/// What all lines of a journal are about.
struct subject {
  std::string battery;
  std::string sequence;  ///< the flags that name it

  bool operator==(const subject&) const = default;
};

class journal {
 public:
  /// Resumes the file if it exists; a last line that a crash has truncated is removed.
  /// @param path  empty: nothing is kept
  /// @throws std::runtime_error where the file is about something else, or damaged, or cannot be written
  journal(std::string path, const subject& about);

  [[nodiscard]] const std::map<int, outcome>& finished() const { return finished_; }

  /// Keeps a finished test, on the disk before it returns.
  void add(int test, const outcome& o);

 private:
  void read();
  void append(const std::string& line);

  std::string path_;
  subject about_;
  std::map<int, outcome> finished_;
};

}  // namespace tali::lab
