// SPDX-License-Identifier: Apache-2.0
// The lines of a text, any of which can be had at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tali::tool {

/// A text that is read once. A regular file is mapped, so that it may be larger than memory; anything else is
/// held.
class text_of_file {
 public:
  /// @param name  "-": standard input
  /// @throws io_error if it cannot be read
  explicit text_of_file(const std::string& name);
  ~text_of_file();
  text_of_file(const text_of_file&) = delete;
  text_of_file& operator=(const text_of_file&) = delete;

  [[nodiscard]] std::string_view view() const { return view_; }

 private:
  void take(int descriptor, const std::string& name);

  std::string held_;
  void* mapped_ = nullptr;
  std::string_view view_;
};

/// Its lines, 8 bytes of memory each.
class lines {
 public:
  /// @param end  what every line ends with; the last may lack it
  lines(const std::string& name, char end);

  [[nodiscard]] std::uint64_t size() const { return begins_.size() - 1; }
  /// Line k without its end.
  [[nodiscard]] std::string_view operator[](std::uint64_t k) const {
    return text_.view().substr(begins_[k], begins_[k + 1] - 1 - begins_[k]);
  }

 private:
  text_of_file text_;
  std::vector<std::size_t> begins_;  // and where a further line would begin
};

}  // namespace tali::tool
