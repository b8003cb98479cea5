// SPDX-License-Identifier: Apache-2.0
// The command line's calls to the system, implemented in system_posix.cpp and system_windows.cpp.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace tali::tool {

/// Makes standard files pass bytes unchanged, and opens closed ones, so that no file opened later gets their
/// numbers. A write to a closed pipe, or beyond the maximum file size, then fails instead of ending the
/// process.
void prepare_standard_files();

/// @return a descriptor that other programs do not inherit, or -1 with errno
int open_to_read(const std::string& name);
int open_to_write(const std::string& name);

/// This program's file, if the system tells.
std::optional<std::filesystem::path> this_program();

/// Replaces this process by another program, or runs that program and exits with its status.
/// @return only if the program cannot be started, with errno
void become_program(const std::string& program, char** argv);

/// Bytes of the machine's memory and of its last cache level; 0 if the system does not tell.
std::size_t memory_bytes();
std::size_t cache_bytes();

// A file that gets its name only when it is complete, and that leaves nothing behind otherwise.

/// From now on SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGBUS and SIGABRT end the process as by default, but first
/// remove its unfinished file.
void remove_unfinished_file_on_signals();
/// Removes the process's unfinished file, if destructors will not run.
void remove_unfinished_file() noexcept;

/// An open, locked file under a temporary name in the folder of the final name. The lock shows later
/// processes whether the file is abandoned; they then remove it. A process should have one at a time: signals
/// remove only the last.
class temporary_file {
 public:
  /// @param final_name  the name after commit(); an existing file with this name is unchanged until then
  /// @throws std::system_error
  explicit temporary_file(std::string final_name);
  /// Removes a file that was not committed.
  ~temporary_file();
  temporary_file(const temporary_file&) = delete;
  temporary_file& operator=(const temporary_file&) = delete;

  [[nodiscard]] int descriptor() const { return descriptor_; }
  /// The temporary name.
  [[nodiscard]] const std::string& name() const { return name_; }

  /// Gives the file its final name after its content is on the disk.
  /// @throws std::system_error
  void commit();

 private:
  std::string final_name_;
  std::string name_;  // empty after the file is renamed or removed
  int descriptor_ = -1;
};

}  // namespace tali::tool
