// SPDX-License-Identifier: Apache-2.0
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/core.h>
#include <io.h>
#include <process.h>
#include <windows.h>

#include "system.hpp"

namespace tali::tool {

void prepare_standard_files() {
  _set_fmode(_O_BINARY);
  for (const int k : {0, 1, 2}) (void)_setmode(k, _O_BINARY);
}

int open_to_read(const std::string& name) { return _open(name.c_str(), _O_RDONLY | _O_NOINHERIT); }
int open_to_write(const std::string& name) { return _open(name.c_str(), _O_WRONLY | _O_NOINHERIT); }

std::optional<std::filesystem::path> this_program() {
  wchar_t name[32768];
  const DWORD length = GetModuleFileNameW(nullptr, name, std::size(name));
  return length == 0 || length == std::size(name) ? std::nullopt : std::optional<std::filesystem::path>(name);
}

void become_program(const std::string& program, char** argv) {
  const auto status = _spawnv(_P_WAIT, program.c_str(), argv);
  if (status != -1) std::exit(static_cast<int>(status));
}

std::size_t memory_bytes() {
  MEMORYSTATUSEX memory{};
  memory.dwLength = sizeof memory;
  return GlobalMemoryStatusEx(&memory) ? memory.ullTotalPhys : 0;
}

std::size_t cache_bytes() { return 0; }

// On Windows an unfinished file is marked for deletion until commit() removes the mark, so the system deletes
// it when the process ends in any way.

namespace {

/// The C library's number for the last error.
int last_error() {
  return std::error_code(static_cast<int>(GetLastError()), std::system_category())
      .default_error_condition()
      .value();
}

[[noreturn]] void fail(int error) { throw std::system_error(error, std::generic_category()); }

bool mark_for_deletion(HANDLE file, bool marked) {
  FILE_DISPOSITION_INFO info{marked};
  return SetFileInformationByHandle(file, FileDispositionInfo, &info, sizeof info) != 0;
}

}  // namespace

void remove_unfinished_file_on_signals() {}  // the system removes it
void remove_unfinished_file() noexcept {}

temporary_file::temporary_file(std::string final_name) : final_name_(std::move(final_name)) {
  const std::filesystem::path folder = std::filesystem::path(final_name_).parent_path();
  HANDLE file = INVALID_HANDLE_VALUE;
  for (int k = 0; file == INVALID_HANDLE_VALUE; ++k) {
    name_ = (folder / fmt::format(".tali-{}-{}.tmp", GetCurrentProcessId(), k)).string();
    file = CreateFileA(name_.c_str(), GENERIC_WRITE | DELETE, 0, nullptr, CREATE_NEW, FILE_ATTRIBUTE_NORMAL,
                       nullptr);
    if (file == INVALID_HANDLE_VALUE && GetLastError() != ERROR_FILE_EXISTS) fail(last_error());
  }
  descriptor_ = _open_osfhandle(reinterpret_cast<std::intptr_t>(file), _O_BINARY);
  if (descriptor_ >= 0 && mark_for_deletion(file, true)) return;
  const int error = descriptor_ >= 0 ? last_error() : EMFILE;
  CloseHandle(file);
  DeleteFileA(name_.c_str());
  fail(error);
}

temporary_file::~temporary_file() {
  if (descriptor_ >= 0) _close(descriptor_);
}

void temporary_file::commit() {
  if (_commit(descriptor_) != 0) fail(errno);
  if (!mark_for_deletion(reinterpret_cast<HANDLE>(_get_osfhandle(descriptor_)), false)) fail(last_error());
  int error = _close(std::exchange(descriptor_, -1)) != 0 ? errno : 0;
  if (error == 0 && !MoveFileExA(name_.c_str(), final_name_.c_str(), MOVEFILE_REPLACE_EXISTING))
    error = last_error();
  if (error == 0) return;
  DeleteFileA(name_.c_str());
  fail(error);
}

}  // namespace tali::tool
