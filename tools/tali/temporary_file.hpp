// SPDX-License-Identifier: Apache-2.0
// A file that gets its name only when it is complete, and that leaves nothing behind otherwise.
#pragma once

#include <string>

namespace tali::tool {

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
