// Where a command's bytes go: standard output, a pipe or device, or a file that has its name only when it is
// complete.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "temporary_file.hpp"

namespace tali::tool {

class output {
 public:
  /// @param path  "-": standard output
  /// @throws io_error if it cannot be written
  explicit output(const std::string& path);
  /// Leaves no file behind that was not committed.
  ~output();
  output(const output&) = delete;
  output& operator=(const output&) = delete;

  [[nodiscard]] bool is_terminal() const;

  /// Writes all of it. False if the reader has closed the pipe: a normal end.
  /// @throws io_error
  [[nodiscard]] bool write(const void* bytes, std::size_t n);

  /// Gives the file its name.
  /// @throws io_error
  void commit();

 private:
  [[noreturn]] void fail(int error) const;

  std::string path_;  // as the user gave it; empty: standard output
  std::optional<temporary_file> file_;
  int descriptor_;
};

}  // namespace tali::tool
