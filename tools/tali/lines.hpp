// SPDX-License-Identifier: Apache-2.0
// The lines of a text, with access to any line.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tali::tool {

/// A text in memory, and its lines, with 8 bytes of memory per line.
class lines {
 public:
  /// @param name  "-": standard input
  /// @param end   the end of every line; the last line may lack it
  /// @throws io_error if it cannot be read
  lines(const std::string& name, char end);

  [[nodiscard]] std::uint64_t size() const { return begins_.size() - 1; }
  /// Line k without its end.
  [[nodiscard]] std::string_view operator[](std::uint64_t k) const {
    return std::string_view(text_).substr(begins_[k], begins_[k + 1] - 1 - begins_[k]);
  }

 private:
  std::string text_;
  std::vector<std::size_t> begins_;  // and where a line after the last would begin
};

}  // namespace tali::tool
