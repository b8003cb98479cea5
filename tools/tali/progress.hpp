// SPDX-License-Identifier: Apache-2.0
// A progress line on stderr, where a person is there to see it.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace tali::tool {

/// Draws nothing unless stderr is a terminal, and nothing in the first half second.
class progress {
 public:
  /// @param total  of what advance() counts, in bytes; nothing where there is no end
  progress(bool wanted, std::optional<double> total);
  /// Clears the line.
  ~progress();
  progress(const progress&) = delete;
  progress& operator=(const progress&) = delete;

  void advance(std::uint64_t bytes);
  /// Instead of a bar: what is being done now.
  void say(const std::string& what);
  /// Makes room for other output.
  void clear();

 private:
  using clock = std::chrono::steady_clock;
  void draw(const std::string& line);

  bool wanted_;
  bool drawn_ = false;
  std::optional<double> total_;
  std::uint64_t done_ = 0;
  clock::time_point begin_ = clock::now();
  clock::time_point next_ = begin_ + std::chrono::milliseconds(500);
};

}  // namespace tali::tool
