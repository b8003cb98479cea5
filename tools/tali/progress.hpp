// SPDX-License-Identifier: Apache-2.0
// A progress line on stderr, if stderr is a terminal.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace tali::tool {

/// Draws nothing unless stderr is a terminal, and nothing in the first half second.
class progress {
 public:
  /// @param total  in the units of advance(); empty if there is no end
  progress(bool show, std::optional<double> total);
  /// Clears the line.
  ~progress();
  progress(const progress&) = delete;
  progress& operator=(const progress&) = delete;

  void advance(std::uint64_t bytes);
  /// Shows the current activity instead of a bar.
  void say(const std::string& activity);
  /// Makes room for other output.
  void clear();

 private:
  using clock = std::chrono::steady_clock;
  void draw(const std::string& line);

  bool show_;
  bool drawn_ = false;
  std::optional<double> total_;
  std::uint64_t done_ = 0;
  clock::time_point begin_ = clock::now();
  clock::time_point next_ = begin_ + std::chrono::milliseconds(500);
};

}  // namespace tali::tool
