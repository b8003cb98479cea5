// SPDX-License-Identifier: Apache-2.0
// What the fuzz targets share. A target is a file fuzz_NAME.cpp with one function, TALI_FUZZ_TARGET, which is
// libFuzzer's entry, or in the program that runs the corpora a function of the target's name.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <span>
#include <string>
#include <string_view>

#include <unistd.h>

#include <tali/error.hpp>

namespace tali::fuzz {

inline std::string_view text_of(const std::uint8_t* data, std::size_t n) {
  return {reinterpret_cast<const char*>(data), n};
}

/// Ends the program where something does not hold.
inline void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %s\n", what);
  std::abort();
}

/// A message is one line, for a terminal and for logs.
inline void require_message(const std::exception& e) { require(e.what()[0] != '\0', "a refusal says why"); }

/// Calls f. What the library refuses with is fine; anything else ends the program.
/// @return whether f returned
template <class F>
bool accepts(const F& f) {
  try {
    f();
    return true;
  } catch (const error& e) {
    require_message(e);
  } catch (const std::runtime_error& e) {  // of the command line
    require_message(e);
  }
  return false;
}

/// A folder of this process, in memory where that can be had, which is removed when the process ends.
class folder {
 public:
  folder()
      : path_((::access("/dev/shm", W_OK) == 0 ? std::filesystem::path("/dev/shm")
                                               : std::filesystem::temp_directory_path()) /
              ("tali-fuzz-" + std::to_string(::getpid()))) {
    std::filesystem::create_directory(path_);
  }
  folder(const folder&) = delete;
  folder& operator=(const folder&) = delete;
  ~folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  /// Writes a file.
  [[nodiscard]] std::string file(const char* name, std::string_view content) const {
    const std::string path = (path_ / name).string();
    std::FILE* const out = std::fopen(path.c_str(), "wb");
    require(out != nullptr &&
                (content.empty() || std::fwrite(content.data(), 1, content.size(), out) == content.size()) &&
                std::fclose(out) == 0,
            "files can be written");
    return path;
  }

  static const folder& mine() {
    static const folder one;
    return one;
  }

 private:
  std::filesystem::path path_;
};

inline std::string content_of(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace tali::fuzz

#if !defined(TALI_FUZZ_TARGET)
#define TALI_FUZZ_TARGET LLVMFuzzerTestOneInput
#endif
extern "C" int TALI_FUZZ_TARGET(const std::uint8_t* data, std::size_t size);
