// SPDX-License-Identifier: Apache-2.0
// The output of a command: standard output, a pipe or device, or a file that gets its name only when it is
// complete.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "flags.hpp"
#include "system.hpp"

namespace tali::tool {

/// Throws, before the work, if a checkpoint could not be written. It is written to a file in the same folder,
/// which is then renamed.
/// @param file  empty: there is no checkpoint
/// @throws io_error
void check_checkpoint(const std::string& file);

/// Whether two names refer to one file, which need not exist.
bool is_same_file(const std::string& a, const std::string& b);

/// Adds -o, --output to a command: a file, which appears when it is complete, or - for standard output.
/// @param content  in the help: "Table file"
void add_output(const parser& command, std::string& to, const std::string& content);

class output {
 public:
  /// @param path  "-": standard output
  /// @throws io_error if it cannot be written
  explicit output(const std::string& path);
  /// Removes a file that was not committed.
  ~output();
  output(const output&) = delete;
  output& operator=(const output&) = delete;

  [[nodiscard]] bool is_terminal() const;

  /// Writes all bytes. Returns false if the reader has closed the pipe, which is a normal end.
  /// @throws io_error
  [[nodiscard]] bool write(const void* bytes, std::size_t n);

  /// Checks, before the work, that the disk has room for a regular file of this many bytes; other outputs are
  /// not checked.
  /// @throws io_error
  void check_space(double bytes) const;

  /// The name of a regular file before commit(), for other processes that write to it.
  /// @throws io_error for other outputs
  [[nodiscard]] const std::string& name_for_now() const;

  /// Gives the file its final name.
  /// @throws io_error
  void commit();

 private:
  [[noreturn]] void fail(int error) const;

  std::string path_;  // the user's text; empty: standard output
  std::optional<temporary_file> file_;
  int descriptor_;
};

}  // namespace tali::tool
