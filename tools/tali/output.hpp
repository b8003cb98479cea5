// SPDX-License-Identifier: Apache-2.0
// Where a command's bytes go: standard output, a pipe or device, or a file that has its name only when it is
// complete.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "flags.hpp"
#include "temporary_file.hpp"

namespace tali::tool {

/// Refuses a checkpoint that could not be kept, before the work. It is written beside its place and renamed.
/// @param file  empty: none
/// @throws io_error
void check_checkpoint(const std::string& file);

/// Whether two names are of one file, which need not be there.
bool is_same_file(const std::string& a, const std::string& b);

/// -o, --output of every command that has it: a file, which appears when it is complete, or -.
/// @param what  what is written: "Table file"
void add_output(const parser& command, std::string& to, const std::string& what);

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

  /// Asks before the work whether a regular file of this many bytes fits on its disk; other outputs may take
  /// anything.
  /// @throws io_error
  void check_space(double bytes) const;

  /// What a regular file is called until commit(), for other processes that write into it.
  /// @throws io_error for other outputs
  [[nodiscard]] const std::string& name_for_now() const;

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
