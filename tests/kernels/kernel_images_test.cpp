// SPDX-License-Identifier: Apache-2.0
// Where kernels' code comes from, with a compiler that does nothing: what is compiled, what is kept, and that
// nothing damaged or foreign is used.
#include "kernels/kernel_images.hpp"

#include <string_view>

#include <sys/stat.h>

#include <tali/error.hpp>

#include "gpu/runtime/kernel_headers.hpp"

namespace tali::test {
namespace {

TEST(Asked, ForOneKernel) {
  const char* const kernel = std::getenv("ASKED_KERNEL");
  if (kernel == nullptr) GTEST_SKIP() << "other tests start this one";
  const kernel_image image =
      image_of(kernel, {std::atoi(std::getenv("ASKED_GPU")), std::atoi(std::getenv("ASKED_DRIVER"))});
  EXPECT_EQ(image.symbol, kernel);
  EXPECT_TRUE(image.code.starts_with("code of " + image.symbol + "\n"));
}

TEST_F(KernelImages, AreCompiledOnceAndKept) {
  EXPECT_TRUE(is_right(image_of(name, h100)));
  EXPECT_TRUE(is_right(image_of(name, h100)));
  EXPECT_EQ(compilations(), 1u);
  EXPECT_EQ(entries().size(), 1u);
  struct stat s {};
  ASSERT_EQ(stat(cache.c_str(), &s), 0);
  EXPECT_EQ(s.st_mode & 0777u, 0700u);
  const cache_state state = look_at_cache();
  EXPECT_EQ(state.folder, cache.string());
  EXPECT_EQ(state.why_not, "");
  EXPECT_EQ(state.kernels, 1u);
  EXPECT_EQ(state.bytes, files::file_size(entries().front()));
  EXPECT_EQ(clear_cache(), 1u);
  EXPECT_TRUE(entries().empty());
  EXPECT_TRUE(is_right(image_of(name, h100)));
  EXPECT_EQ(compilations(), 2u);
}

TEST_F(KernelImages, LawTwoIsAskedOfTheCompiler) {
  const std::string code = image_of(name, h100).code;
  EXPECT_NE(code.find("\n--fmad=false\n"), std::string::npos);
  EXPECT_NE(code.find("\n--gpu-architecture=sm_90\n"), std::string::npos);
}

TEST_F(KernelImages, AreOfOneGpuAndOneKernel) {
  const std::string other = "tali::cuda_driver::compacting_kernel<tali::gamma<double>, 10>";
  EXPECT_NE(image_of(name, {80, 13000}).code, image_of(name, h100).code);
  EXPECT_TRUE(is_right(image_of(other, h100), other));
  EXPECT_EQ(entries().size(), 3u);
  // A GPU that the compiler does not know: code that the driver translates.
  EXPECT_NE(image_of(name, {103, 13000}).code.find("\n--gpu-architecture=compute_90\n"), std::string::npos);
  EXPECT_THROW((void)image_of(name, {70, 13000}), device_error);
}

TEST_F(KernelImages, DamagedEntriesAreCompiledAgain) {
  (void)image_of(name, h100);
  const files::path entry = entries().front();
  const std::string whole = read_file(entry);
  std::vector<std::string> damaged{"", whole.substr(0, 7), whole.substr(0, whole.size() - 1), whole + "x",
                                   std::string(whole.size(), '\0')};
  for (const std::size_t at : {std::size_t{0}, std::size_t{9}, std::size_t{16}, std::size_t{23},
                               std::size_t{45}, whole.size() / 2, whole.size() - 1}) {
    damaged.push_back(whole);
    damaged.back()[at] = static_cast<char>(damaged.back()[at] ^ 0x40);
  }
  std::size_t expected = 1;
  for (const std::string& text : damaged) {
    write_file(entry, text);
    EXPECT_TRUE(is_right(image_of(name, h100)));
    EXPECT_EQ(compilations(), ++expected);
    EXPECT_EQ(read_file(entry), whole);
  }
  // A whole entry, of another kernel.
  write_file(entry, record_of("tali of another kernel", {"other", "code of another"}));
  EXPECT_TRUE(is_right(image_of(name, h100)));
  EXPECT_EQ(compilations(), ++expected);
}

TEST_F(KernelImages, AnOlderCompilersEntriesAreNotUsed) {
  const auto run = [&](const char* version) { return ask(name, h100, {{"FAKE_NVRTC_VERSION", version}}); };
  EXPECT_TRUE(run("12"));
  EXPECT_TRUE(run("13"));
  EXPECT_TRUE(run("12"));
  EXPECT_EQ(compilations(), 2u);
  EXPECT_FALSE(run("14")) << "newer than the driver";
  EXPECT_FALSE(run("11")) << "older than the headers ask";
}

TEST_F(KernelImages, AreCompiledAgainIfTheDriverRefusesThem) {
  (void)image_of(name, h100);
  EXPECT_TRUE(is_right(image_of(name, h100, true)));
  EXPECT_EQ(compilations(), 2u);
}

TEST_F(KernelImages, NoCompilerIsOneSentence) {
  EXPECT_TRUE(succeeded(start([&] {
    setenv("TALI_NVRTC", (root / "none.so").c_str(), 1);
    try {
      (void)image_of("tali::cuda_driver::compacting_kernel<tali::gamma<float>, 7>", {86, 12040});
    } catch (const device_error& e) {
      return e.reason().find("NVRTC") != std::string::npos && e.reason().find('\n') == std::string::npos;
    }
    return false;
  })));
}

TEST_F(KernelImages, AFailedCompilationIsNotKept) {
  setenv("FAKE_NVRTC_FAILS", "1", 1);
  try {
    (void)image_of(name, h100);
    FAIL() << "compiled";
  } catch (const device_error& e) {
    EXPECT_EQ(e.reason(), "tali.cu(1): error: two");
  }
  EXPECT_TRUE(entries().empty());
  unsetenv("FAKE_NVRTC_FAILS");
  EXPECT_TRUE(is_right(image_of(name, h100)));
}

TEST_F(KernelImages, FoldersOfOthersAreRefused) {
  (void)image_of(name, h100);
  for (const mode_t mode : {0770u, 0707u, 0777u, 01777u}) {
    ASSERT_EQ(chmod(cache.c_str(), mode), 0);
    EXPECT_EQ(look_at_cache().kernels, 0u);
    EXPECT_NE(look_at_cache().why_not, "");
    try {
      (void)image_of(name, h100);
      ADD_FAILURE() << "used with mode " << mode;
    } catch (const argument_error& e) {
      EXPECT_EQ(e.argument(), "TALI_CACHE_DIR");
      EXPECT_EQ(e.value(), cache.string());
    }
  }
  setenv("TALI_CACHE", "off", 1);
  EXPECT_TRUE(is_right(image_of(name, h100)));
}

TEST_F(KernelImages, WorkWithoutACache) {
  setenv("TALI_CACHE", "off", 1);
  EXPECT_TRUE(is_right(image_of(name, h100)));
  EXPECT_TRUE(entries().empty());
  unsetenv("TALI_CACHE");
  write_file(root / "file", "");
  setenv("TALI_CACHE_DIR", (root / "file").c_str(), 1);  // no folder
  EXPECT_TRUE(is_right(image_of(name, h100)));
  setenv("TALI_CACHE_DIR", (root / "file" / "below").c_str(), 1);  // cannot be made
  EXPECT_TRUE(is_right(image_of(name, h100)));
  EXPECT_EQ(compilations(), 3u);
}

TEST_F(KernelImages, TheFolderFollowsTheRulesOfDesktops) {
  unsetenv("TALI_CACHE_DIR");
  setenv("XDG_CACHE_HOME", (root / "xdg").c_str(), 1);
  EXPECT_EQ(look_at_cache().folder, (root / "xdg/tali").string());
  (void)image_of(name, h100);
  EXPECT_EQ(look_at_cache().kernels, 1u);
  setenv("XDG_CACHE_HOME", "relative", 1);
  setenv("HOME", root.c_str(), 1);
  EXPECT_EQ(look_at_cache().folder, (root / ".cache/tali").string());
  unsetenv("XDG_CACHE_HOME");
}

TEST_F(KernelImages, ThePackedCacheNeedsNoCompiler) {
  const std::string packed = packed_cache();
  ASSERT_NE(packed, "");
  const std::vector<std::string> names{name + "a", name + "b"};
  const std::vector<int> capabilities{80, 90};
  write_file(packed, packed_images(names, capabilities));
  EXPECT_EQ(compilations(), 4u);
  const auto without_compiler = [&](const std::string& kernel, int capability) {
    return ask(kernel, {capability, 13000}, {{"TALI_NVRTC", "none"}, {"TALI_CACHE", "off"}});
  };
  EXPECT_TRUE(without_compiler(names[0], 80));
  EXPECT_TRUE(without_compiler(names[1], 90));
  EXPECT_FALSE(without_compiler(names[1], 86));
  EXPECT_FALSE(without_compiler(name + "c", 90));
  // Damaged in the last record's code: the others are used.
  std::string text = read_file(packed);
  text.back() ^= 1;
  write_file(packed, text);
  EXPECT_FALSE(without_compiler(names[1], 90));
  EXPECT_TRUE(without_compiler(names[0], 90));
  write_file(packed, text.substr(0, text.size() / 2));
  EXPECT_TRUE(without_compiler(names[0], 80));
  files::remove(packed);
}

TEST(KernelHeaders, StandAlone) {
  std::size_t bytes = 0;
  for (const embedded_header& h : kernel_headers()) {
    bytes += std::string_view(h.text).size();
    for (const char* foreign : {"#include <cuda", "#include <nv/", "#include <thrust"})
      EXPECT_EQ(std::string_view(h.text).find(foreign), std::string_view::npos) << h.name;
  }
  EXPECT_GT(kernel_headers().size(), 60u);
  EXPECT_LT(bytes, 800000u);
}

}  // namespace
}  // namespace tali::test
