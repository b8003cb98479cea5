// Where a command's bytes go: standard output, a pipe or device, or a file that has its name only when it is
// complete.
#pragma once

#include <cstddef>
#include <string>

namespace tali::tool {

/// From now on SIGINT, SIGTERM and SIGHUP end the process as they do by default, but remove an unfinished
/// output's temporary file first.
void remove_unfinished_output_on_signals();

/// One output. A regular file is written under a temporary name beside its own; commit() renames it. Only
/// one such file may be open at a time.
class output {
 public:
  /// @param path  empty: standard output
  /// @throws io_error if it cannot be written
  explicit output(const std::string& path);
  /// Removes what was not committed.
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
  void open_temporary();
  [[noreturn]] void fail(int error) const;

  std::string path_;       // as the user gave it; empty: standard output
  std::string final_;      // the file to appear; empty where there is nothing to rename
  std::string temporary_;  // empty once it is gone
  int fd_;
};

}  // namespace tali::tool
