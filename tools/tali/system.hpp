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

}  // namespace tali::tool
