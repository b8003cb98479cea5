// SPDX-License-Identifier: Apache-2.0
// A stand-in for NVRTC's library: the code of a kernel is a text that names it. Variables say how it behaves:
// FAKE_NVRTC_LOG is a file to which each compilation adds a line, FAKE_NVRTC_VERSION the major version,
// FAKE_NVRTC_FAILS makes every compilation fail, FAKE_NVRTC_SLEEPS makes it take this many milliseconds.
#include <cstdlib>
#include <cstring>
#include <string>

#include <fcntl.h>
#include <unistd.h>

namespace {

struct program {
  std::string expression, code;
};

const char* variable(const char* name) { return std::getenv(name); }

}  // namespace

extern "C" {

int nvrtcVersion(int* major, int* minor) {
  const char* version = variable("FAKE_NVRTC_VERSION");
  *major = version == nullptr ? 12 : std::atoi(version);
  *minor = 4;
  return 0;
}
int nvrtcGetNumSupportedArchs(int* n) {
  *n = 2;
  return 0;
}
int nvrtcGetSupportedArchs(int* all) {
  all[0] = 80;
  all[1] = 90;
  return 0;
}
const char* nvrtcGetErrorString(int) { return "NVRTC_ERROR_COMPILATION"; }

int nvrtcCreateProgram(void** p, const char*, const char*, int, const char* const*, const char* const*) {
  *p = new program;
  return 0;
}
int nvrtcDestroyProgram(void** p) {
  delete static_cast<program*>(*p);
  return 0;
}
int nvrtcAddNameExpression(void* p, const char* expression) {
  static_cast<program*>(p)->expression = expression;
  return 0;
}
int nvrtcCompileProgram(void* p, int n, const char* const* options) {
  auto& it = *static_cast<program*>(p);
  if (const char* log = variable("FAKE_NVRTC_LOG")) {
    const int file = open(log, O_WRONLY | O_CREAT | O_APPEND, 0600);
    const std::string line = it.expression + "\n";
    if (write(file, line.data(), line.size()) < 0) return 1;
    close(file);
  }
  if (const char* sleeps = variable("FAKE_NVRTC_SLEEPS"))
    usleep(1000u * static_cast<unsigned>(std::atoi(sleeps)));
  if (variable("FAKE_NVRTC_FAILS") != nullptr) return 6;
  it.code = "code of " + it.expression + "\n";
  for (int i = 0; i < n; ++i) it.code += std::string(options[i]) + "\n";
  it.code.resize(100000, '.');
  return 0;
}
int nvrtcGetLoweredName(void* p, const char*, const char** name) {
  *name = static_cast<program*>(p)->expression.c_str();
  return 0;
}
int nvrtcGetProgramLogSize(void*, std::size_t* n) {
  *n = std::strlen("note: one\ntali.cu(1): error: two\n") + 1;
  return 0;
}
int nvrtcGetProgramLog(void*, char* to) {
  std::strcpy(to, "note: one\ntali.cu(1): error: two\n");
  return 0;
}
int nvrtcGetCUBINSize(void* p, std::size_t* n) {
  *n = static_cast<program*>(p)->code.size();
  return 0;
}
int nvrtcGetCUBIN(void* p, char* to) {
  const std::string& code = static_cast<program*>(p)->code;
  std::memcpy(to, code.data(), code.size());
  return 0;
}
int nvrtcGetPTXSize(void* p, std::size_t* n) { return nvrtcGetCUBINSize(p, n); }
int nvrtcGetPTX(void* p, char* to) { return nvrtcGetCUBIN(p, to); }
}
