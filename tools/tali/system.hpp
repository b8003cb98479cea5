// SPDX-License-Identifier: Apache-2.0
// What the command line asks of the system. system_posix.cpp and system_windows.cpp have the answers.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace tali::tool {

/// Standard files pass bytes unchanged, and files that are opened later do not take the place of a closed
/// one. Writes report a reader that is gone, or a file that is too large, instead of ending the process.
void prepare_standard_files();

/// @return a descriptor that other programs do not inherit, or -1 with errno
int open_to_read(const std::string& name);
int open_to_write(const std::string& name);

/// This program's file, where the system tells.
std::optional<std::filesystem::path> own_program();

/// Becomes another program, or runs it and ends with its exit status.
/// @return only if it cannot be started, with errno
void become_program(const std::string& program, char** argv);

/// Bytes of the machine's memory, and of the last level of its caches, 0 where the system does not tell.
std::size_t memory_bytes();
std::size_t cache_bytes();

}  // namespace tali::tool
