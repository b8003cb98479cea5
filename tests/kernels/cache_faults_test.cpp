// SPDX-License-Identifier: Apache-2.0
// The user's cache of kernels where it cannot be written, or not to its end, and where many write at once.
#include <csignal>
#include <optional>

#include <sys/resource.h>
#include <sys/stat.h>

#include "kernels/kernel_images.hpp"

namespace tali::test {
namespace {

using KernelCacheFaults = KernelImages;

TEST_F(KernelCacheFaults, AReadOnlyFolderIsRead) {
  (void)image_of(name, h100);
  ASSERT_EQ(chmod(cache.c_str(), 0500), 0);
  const auto as_user = [&](const auto& f) {
    return succeeded(start([&] {
      // Root may write anywhere; another user owns what it reads here.
      if (geteuid() == 0) {
        for (const files::path& p : {root, cache}) {
          if (chown(p.c_str(), 65534, 65534) != 0) return false;
        }
        if (chown(entries().front().c_str(), 65534, 65534) != 0 ||
            chown((root / "log").c_str(), 65534, 65534) != 0 || seteuid(65534) != 0)
          return false;
      }
      return f();
    }));
  };
  EXPECT_TRUE(as_user([&] { return is_right(image_of(name, h100)); }));
  EXPECT_EQ(compilations(), 1u);
  const std::string other = "tali::cuda_driver::compacting_kernel<tali::beta<float>, 10>";
  EXPECT_TRUE(as_user([&] { return is_right(image_of(other, h100), other); }));
  EXPECT_EQ(entries().size(), 1u);
}

TEST_F(KernelCacheFaults, AFullDiskLeavesNothing) {
  EXPECT_TRUE(succeeded(start([&] {
    // A file may have no more than 50,000 bytes: write() fails within the entry, as on a full disk.
    signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{50000, 50000};
    return setrlimit(RLIMIT_FSIZE, &limit) == 0 && is_right(image_of(name, h100)) && entries().empty();
  })));
  EXPECT_TRUE(entries().empty());
}

TEST_F(KernelCacheFaults, FiftyProcessesAtOnce) {
  setenv("FAKE_NVRTC_SLEEPS", "20", 1);
  std::vector<pid_t> all;
  for (int i = 0; i < 50; ++i) {
    all.push_back(start([&] {
      for (int k = 0; k < 5; ++k) {
        const std::string kernel = name + std::to_string(k);
        if (!is_right(image_of(kernel, h100), kernel)) return false;
      }
      return true;
    }));
  }
  for (const pid_t p : all) EXPECT_TRUE(succeeded(p));
  EXPECT_EQ(entries().size(), 5u);
  const std::size_t before = compilations();
  for (int k = 0; k < 5; ++k) (void)image_of(name + std::to_string(k), h100);
  EXPECT_EQ(compilations(), before);
}

TEST_F(KernelCacheFaults, KilledInWriting) {
  for (int i = 0; i < 40; ++i) {
    const pid_t child = start([&] {
      for (int k = 0;; ++k) (void)image_of(name + std::to_string(k), h100);
      return true;
    });
    usleep(static_cast<unsigned>(2000 + 700 * i));
    kill(child, SIGKILL);
    EXPECT_FALSE(succeeded(child));
  }
  // Every entry that has its name is whole.
  std::size_t kernels = 0;
  for (const files::path& e : entries()) {
    if (e.extension() != ".kernel") continue;
    ++kernels;
    const std::string text = read_file(e);
    const std::optional<record> r = record_at(text);
    ASSERT_TRUE(r);
    EXPECT_EQ(r->all.size(), text.size());
    EXPECT_TRUE(r->is_whole());
  }
  EXPECT_GT(kernels, 0u);
  EXPECT_TRUE(is_right(image_of(name + "0", h100), name + "0"));
  (void)clear_cache();
  EXPECT_TRUE(entries().empty()) << "drafts are left";
}

}  // namespace
}  // namespace tali::test
