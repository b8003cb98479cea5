// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <cstdlib>

#include <fcntl.h>
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

}  // namespace tali::tool
