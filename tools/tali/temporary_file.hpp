// SPDX-License-Identifier: Apache-2.0
// A file that has its name only when it is complete, and leaves nothing behind when it never is.
#pragma once

#include <string>

namespace tali::tool {

/// From now on SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGBUS and SIGABRT end the process as they do by default,
/// but remove its unfinished file first.
void remove_unfinished_file_on_signals();
/// Removes the process's unfinished file, for an end without destructors.
void remove_unfinished_file() noexcept;

/// An open file under a temporary name beside its own, locked, so that a later process can tell what a killed
/// one has left and removes it. One at a time in a process, or signals remove the last one only.
class temporary_file {
 public:
  /// @param final_name  what it is to be called; a file of that name stays as it is until commit()
  /// @throws std::system_error
  explicit temporary_file(std::string final_name);
  /// Removes what was not committed.
  ~temporary_file();
  temporary_file(const temporary_file&) = delete;
  temporary_file& operator=(const temporary_file&) = delete;

  [[nodiscard]] int descriptor() const { return descriptor_; }
  /// The temporary name.
  [[nodiscard]] const std::string& name() const { return name_; }

  /// Gives the file its own name when all of it is on the disk.
  /// @throws std::system_error
  void commit();

 private:
  std::string final_name_;
  std::string name_;  // empty once it is gone
  int descriptor_ = -1;
};

}  // namespace tali::tool
