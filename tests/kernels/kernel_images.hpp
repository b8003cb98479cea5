// SPDX-License-Identifier: Apache-2.0
// A cache of kernels in a folder of its own, and a compiler that does nothing.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "gpu/runtime/kernel_images.hpp"

namespace tali::test {

using namespace runtime;
namespace files = std::filesystem;

inline const std::string name = "tali::cuda_driver::compacting_kernel<tali::gamma<float>, 10>";
inline constexpr kernel_target h100{90, 13000};

inline std::string read_file(const files::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}
inline void write_file(const files::path& file, const std::string& text) {
  std::ofstream(file, std::ios::binary) << text;
}

class KernelImages : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (files::temp_directory_path() / "tali-kernels-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    root = pattern;
    cache = root / "cache";
    setenv("TALI_NVRTC", TALI_FAKE_NVRTC, 1);
    setenv("TALI_CACHE_DIR", cache.c_str(), 1);
    setenv("FAKE_NVRTC_LOG", (root / "log").c_str(), 1);
    for (const char* v : {"TALI_CACHE", "FAKE_NVRTC_FAILS", "FAKE_NVRTC_VERSION", "FAKE_NVRTC_SLEEPS"})
      unsetenv(v);
  }
  void TearDown() override {
    std::error_code ignored;
    files::permissions(cache, files::perms::owner_all, ignored);
    files::remove_all(root, ignored);
  }

  [[nodiscard]] std::size_t compilations() const {
    const std::string log = read_file(root / "log");
    return static_cast<std::size_t>(std::count(log.begin(), log.end(), '\n'));
  }
  [[nodiscard]] std::vector<files::path> entries() const {
    std::vector<files::path> all;
    std::error_code ignored;
    for (const auto& e : files::directory_iterator(cache, ignored)) all.push_back(e.path());
    return all;
  }
  /// Whether the code is that of the kernel.
  static bool is_right(const kernel_image& image, const std::string& of = name) {
    return image.symbol == of && image.code.starts_with("code of " + of + "\n");
  }

  files::path root, cache;
};

/// f() in a process of its own, whose exit status is 0 if it returns true.
template <class F>
pid_t start(const F& f) {
  const pid_t child = fork();
  if (child == 0) {
    bool good = false;
    try {
      good = f();
    } catch (...) {
    }
    _exit(good ? 0 : 1);
  }
  return child;
}
inline bool succeeded(pid_t child) {
  int status = -1;
  return waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/// image_of in a program of its own, which has opened no compiler and read no cache yet.
inline bool ask(const std::string& kernel, const kernel_target& target,
                const std::vector<std::pair<const char*, const char*>>& variables) {
  return succeeded(start([&] {
    setenv("ASKED_KERNEL", kernel.c_str(), 1);
    setenv("ASKED_GPU", std::to_string(target.capability).c_str(), 1);
    setenv("ASKED_DRIVER", std::to_string(target.driver).c_str(), 1);
    for (const auto& [variable, value] : variables) setenv(variable, value, 1);
    execl("/proc/self/exe", "kernel_images_test", "--gtest_filter=Asked.*", nullptr);
    return false;
  }));
}

}  // namespace tali::test
